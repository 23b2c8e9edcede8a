import { sql } from "kysely";
import { conflict, notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Db } from "#server/db/database.ts";
import type { RecordOf } from "#server/records/records.ts";
import { ownLists, type OwnList, type ReferenceValue } from "./reference-lists.contract.ts";
import { valuesOfStates } from "./state-values.server.ts";

type Params = Readonly<Record<string, string>>;

/** The list of the path if it is one that companies keep; of the lists of states only labels and colours are theirs. */
export function ownList(ctx: Ctx, params: Params): OwnList {
  const list = params["list"] ?? "";
  if (Object.hasOwn(ownLists, list)) return list as OwnList; // its own key
  if (statesOf(ctx, params))
    throw conflict(
      "fixed_list",
      "These are the product's own states. Change how they are called, not which there are.",
    );
  throw notFound("no_list", "There is no such list.");
}

/** The product's own states, where the path names such a list. */
export function statesOf({ app: { modules } }: Ctx, params: Params): readonly ReferenceValue[] | undefined {
  const list = params["list"] ?? "";
  const states = Object.hasOwn(modules.stateLists, list) ? modules.stateLists[list] : undefined;
  return states && valuesOfStates(states);
}

/** The values of a list in their order, as everybody reads them. */
export async function valuesOf(db: Db, list: string, inactive: "without" | "with" = "with"): Promise<ReferenceValue[]> {
  const { rows } = await sql<ReferenceValue>`
    select id, version, code, label, color, position as "sortOrder", is_active as "isActive", null as "group",
      false as "isTerminal", data from reference_values
    where company_id = current_company() and list = ${list} and (is_active or ${inactive === "with"})
      order by position, code`.execute(db);
  return rows;
}

/** States with the labels and colours that the company gave them. */
export async function named(db: Db, list: string, states: readonly ReferenceValue[]): Promise<ReferenceValue[]> {
  const own = new Map((await valuesOf(db, list)).map((value) => [value.code, value]));
  return states.map((state) => {
    const given = own.get(state.code);
    return given ? { ...state, id: given.id, version: given.version, label: given.label, color: given.color } : state;
  });
}

/** A record as a value of the list. */
export function shown({
  id,
  version,
  code,
  label,
  color,
  position,
  isActive,
  data,
}: RecordOf<"reference_values">): ReferenceValue {
  return {
    id,
    version,
    code,
    label,
    color: color as ReferenceValue["color"],
    sortOrder: position,
    isActive,
    group: null,
    isTerminal: false,
    data: data as NonNullable<ReferenceValue["data"]>,
  }; // the contract let no other colour and no other data in
}
