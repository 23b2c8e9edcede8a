import { entityOf } from "#shared/contract/entity.ts";
import type { RecordKind } from "#shared/contract/record.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { seenBy, type SeenBy } from "../records/own.ts";
import type { Served } from "../http/serve.ts";

/** Who may be told of the records of a kind. */
export interface Viewers extends SeenBy {
  /** Of kinds that are not shown to all in the same way. */
  readonly table?: string;
}

/** Entity → who may be told of its records: those who may call its list. */
export function viewersOf(served: readonly Served[], records: readonly RecordKind[]): ReadonlyMap<string, Viewers> {
  const lists = served.flatMap(({ contract: { list } }) => (list && !list.path.includes(":") ? [list] : []));
  return new Map(
    lists.map(({ path, can }) => {
      const kind = records.find(({ entity }) => entity === entityOf(path));
      const seen = kind && seenBy(kind, can);
      return [entityOf(path), seen ? { ...seen, table: kind.table } : { all: permissionsOf(can) }];
    }),
  );
}
