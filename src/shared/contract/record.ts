import type { Permission } from "#shared/permissions/permissions.ts";
import type { StateList } from "#shared/flow/state-list.ts";

/** Who may read the files beside a record, and who may add and remove them: holders of any one of these. */
export interface FileRights {
  readonly view: readonly Permission[];
  readonly edit: readonly Permission[];
}

/** Which records are somebody's own, and the permissions that open those alone. */
export interface OwnRecords {
  /** Beside the others that a route takes: who holds one of these and none of the others sees their own. */
  readonly can: readonly Permission[];
  /** The column with the user whose record it is; with `of`, with the record of that table whose `user_id` says so. */
  readonly column: string;
  readonly of?: string;
  /** The rows that name whoever else it belongs to, in that table of `of`: people who do something together. */
  readonly sharedBy?: {
    readonly table: string;
    /** Its columns with the record, and with whom it belongs to. */
    readonly record: string;
    readonly person: string;
    /** The column of the record that those rows name; its id, unless it says another. */
    readonly key?: string;
  };
}

/** Records that are confidential one by one: holders of these permissions see those, and by them no others. */
export interface ConfidentialRecords {
  readonly can: readonly Permission[];
  /** The column that says so of a record. */
  readonly column: string;
}

/** What the rest of the product has to know of a kind of record. It stands in the record's contract and nowhere else. */
export interface RecordKind {
  /** The word of its events, files, links and imports: `purchase-order`. */
  readonly entity: string;
  readonly table: string;
  /**
   * The column that names one. Of several the first that is filled; those of an inner list are read together. Without
   * it the audit trail shows no name.
   */
  readonly label?: string | readonly (string | readonly string[])[];
  /** Columns by whose words the audit trail finds one, where the table has no `search_text`. */
  readonly words?: readonly string[];
  /** Without it whoever may see one may see all. */
  readonly own?: OwnRecords;
  readonly confidential?: ConfidentialRecords;
  /** Only records with it take files. */
  readonly files?: FileRights;
  /** Purposes of mailed links that open a page of the record. */
  readonly links?: readonly string[];
  /** Table → columns in which people may be named: an erasure looks through all of these. Tables of its rows stand here too. */
  readonly personal?: Readonly<Record<string, readonly string[]>>;
  /** `table.column` → why it names nobody, though it sounds like it. */
  readonly notPersonal?: Readonly<Record<string, string>>;
  /** Its lists of states, which companies may name as they like. */
  readonly states?: Readonly<Record<string, StateList>>;
}

/** Describes a kind of record: `export const carrierRecord = record({ entity: "carrier", table: "carriers", label: "name" })`. */
export function record<const R extends RecordKind>(kind: R): R {
  return kind;
}
