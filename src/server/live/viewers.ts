import { entityOf } from "#shared/contract/entity.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import type { Served } from "../http/serve.ts";

/** Entity → who may be told of its records: those who may call its list. */
export function viewersOf(served: readonly Served[]): ReadonlyMap<string, readonly string[]> {
  const lists = served.flatMap(({ contract: { list } }) => (list && !list.path.includes(":") ? [list] : []));
  return new Map(lists.map(({ path, can }) => [entityOf(path), permissionsOf(can)]));
}
