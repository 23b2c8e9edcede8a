import type { RouteShape } from "#shared/contract/contract.ts";
import { abilitiesFor } from "#shared/flow/abilities.ts";
import type { Abilities, Flow } from "#shared/flow/flow.ts";
import type { Ctx } from "../http/context.ts";

interface AbleSource {
  /** The ordinary routes; those that are served give their permission to the ability. */
  readonly contract: { readonly [K in "update" | "archive" | "restore" | "remove"]?: RouteShape };
  readonly flow?: Pick<Flow, "editable" | "abilities"> | undefined;
  /** Of a record without a flow. */
  readonly abilities?: Abilities | undefined;
}

/**
 * A record with the `abilities` that the caller has on it: `edit`, `archive`, `restore` and `remove` where the route is
 * served, as the flow narrows them, and what the flow adds. For one record at a time: lists go without.
 */
export function withAbilities<R extends object>(ctx: Ctx, source: AbleSource, record: R): R & { abilities: string[] } {
  const { contract, flow } = source;
  const own: Abilities = { ...flow?.abilities, ...source.abilities };
  const isArchived = "archivedAt" in record && record.archivedAt !== null;
  const ordinary = [
    ["edit", contract.update, true],
    ["archive", contract.archive, !isArchived],
    ["restore", contract.restore, isArchived],
    ["remove", contract.remove, true],
  ] as const;
  const served = ordinary.flatMap(([name, route, isNow]) => {
    const can = route && isNow ? ctx.app.modules.servedAs(route)?.can : undefined;
    const states = name === "edit" && flow ? { in: flow.editable } : {};
    return can ? [[name, { can, ...states, ...own[name] }] as const] : [];
  });
  const named: readonly string[] = ordinary.map(([name]) => name);
  const more = Object.entries(own).filter(([name]) => !named.includes(name));
  return { ...record, abilities: abilitiesFor(Object.fromEntries([...served, ...more]), record, ctx.user) };
}
