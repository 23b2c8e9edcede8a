import { sql, type RawBuilder } from "kysely";
import type { Groups } from "#shared/flow/groups.ts";

/**
 * A group of states in SQL: `o.status in (${statesIn(purchaseOrderFlow, "live")})`. They are literals, not parameters, so
 * that an index which covers these states only serves the query.
 */
export function statesIn<G extends Groups>(
  { groups }: { readonly groups: G },
  group: keyof G & string,
): RawBuilder<unknown> {
  const states = groups[group] ?? [];
  const unfit = states.find((state) => !/^[a-z_]+$/.test(state));
  if (unfit !== undefined || states.length === 0) throw new Error(`${group}: ${unfit ?? "empty"} cannot stand in SQL`);
  return sql.join(states.map((state) => sql.lit(state)));
}
