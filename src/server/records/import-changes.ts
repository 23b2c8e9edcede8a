import type { FieldChanges, ImportValue, Importer, PlannedRow, SavedRecord, StagedRow } from "./importer.ts";

/** What each row would do. A field that the file does not have, or leaves empty, changes nothing. */
export function planRows(
  importer: Importer,
  rows: readonly StagedRow[],
  saved: ReadonlyMap<number, SavedRecord>,
): PlannedRow[] {
  return rows.map((row) => {
    const record = saved.get(row.rowNo);
    if (!record) return { ...row, id: null, changes: {} };
    const changes = { ...differences(importer, row.value, record.values), ...record.changes };
    return { ...row, id: record.id, changes, isArchived: record.isArchived ?? false };
  });
}

/** Whether a row leaves its record as it is. */
export const isUnchanged = ({ id, changes }: PlannedRow): boolean => id !== null && Object.keys(changes).length === 0;

/** Whether a row would change a record that is in the archive: nobody changes it there. */
export const changesArchived = (row: PlannedRow): boolean => row.isArchived === true && !isUnchanged(row);

/** The fields that a row gives a value. */
export const givenFields = (value: ImportValue): readonly string[] => (value["mapped"] ?? []) as string[]; // of readRow

function differences(importer: Importer, value: ImportValue, saved: SavedRecord["values"]): FieldChanges {
  const given = new Set(givenFields(value));
  const changes: Record<string, { from: string | null; to: string | null }> = {};
  for (const { name, kind } of importer.fields) {
    const now = saved[name];
    if (!given.has(name) || now === undefined) continue;
    const to = textOf(value[name]);
    const known = typeof now === "object" && now !== null ? now : [now];
    const plain = (text: string | null) =>
      text === null
        ? null
        : kind === "decimal"
          ? shortDecimal(text)
          : typeof now === "string"
            ? text
            : text.toLowerCase();
    if (known.some((one) => plain(one) === plain(to))) continue;
    changes[name] = { from: known[0] ?? null, to };
  }
  return changes;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.toSorted().join(", ") : String(value as string | number); // what readCell gives
}

/** `012.50` → `12.5`. */
function shortDecimal(text: string): string {
  const [whole = "", part = ""] = text.replace(/^(-?)0+(?=\d)/, "$1").split(".");
  const rest = part.replace(/0+$/, "");
  return rest === "" ? whole : `${whole}.${rest}`;
}
