import { plainCode } from "#shared/fields/fields.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Folded } from "#server/records/folded-keys.ts";
import { readCell } from "#server/records/import-values.ts";
import type { GroupValues, ImportMapping, ImportValue, RowGroup, StagedRow } from "#server/records/importer.ts";

/** What a good row would do. */
export type Effect = "added" | "changed" | "unchanged";

interface NotedRow {
  readonly rowNo: number;
  /** Null: the row has an error of its own. */
  readonly effect: Effect | null;
}

/** A good row that falls because of an error in another row of its group. */
interface FallenRow {
  readonly rowNo: number;
  readonly effect: Effect;
  readonly errors: Readonly<Record<string, Sentence>>;
}

/** The rows of a file that make one record together, as they come. */
export interface RowGroups {
  /** What a row says otherwise than the first row of its group, and whether the group is full. */
  refusals(row: StagedRow, key: string, folded: Folded): Readonly<Record<string, Sentence>>;
  /** Notes what became of a row by itself. */
  note(key: string, row: NotedRow): void;
  /** Good rows that fall because of an error in another row of their group. */
  fallen(): Iterable<FallenRow>;
}

export function rowGroups({ by: [by], same, allOrNone, most }: RowGroup): RowGroups {
  interface First extends StagedRow {
    readonly said: Readonly<Record<string, string>>;
    count: number;
  }
  const firsts = new Map<string, First>();
  const saidOf = (value: ImportValue, folded: Folded) =>
    Object.fromEntries(same.map((field) => [field, comparable(value[field], folded)]));
  const groups = new Map<string, NotedRow[]>();
  return {
    refusals({ rowNo, value }, key, folded) {
      const said = saidOf(value, folded);
      const first = firsts.get(key) ?? { rowNo, value, said, count: 0 };
      firsts.set(key, first);
      first.count += 1;
      const isGiven = (field: string, one = value) => (one[field] ?? null) !== null;
      const uneven = allOrNone.filter((field) => isGiven(field) !== isGiven(field, first.value));
      const otherwise = same.filter((field) => isGiven(field) && said[field] !== first.said[field]);
      return {
        ...(first.count > most ? { [by]: message("At most {count} rows can have the same.", { count: most }) } : {}),
        ...Object.fromEntries(
          uneven.map((field) => [
            field,
            message("Row {row} says otherwise. Give this in all rows that belong together, or in none.", {
              row: first.rowNo,
            }),
          ]),
        ),
        ...Object.fromEntries(
          otherwise.map((field) => [field, message("Row {row} says otherwise.", { row: first.rowNo })]),
        ),
      };
    },
    note(key, row) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    },
    *fallen() {
      for (const group of groups.values()) {
        const bad = group.find(({ effect }) => effect === null);
        if (!bad) continue;
        const errors = { [by]: message("Row {row} belongs to it and has an error.", { row: bad.rowNo }) };
        for (const { rowNo, effect } of group) if (effect !== null) yield { rowNo, effect, errors };
      }
    },
  };
}

/** What a row gives for the fields of its group, also where the row cannot be read as a whole. */
export function groupValues(
  { by }: Pick<RowGroup, "by">,
  { columns, cells }: { readonly columns: readonly string[]; readonly cells: readonly string[] },
  mapping: ImportMapping,
): GroupValues {
  return by.map((field) => {
    const source = mapping[field];
    const cell = source?.column === undefined ? source?.value : cells[columns.indexOf(source.column)];
    const read = readCell("text", cell ?? "", { numbers: null, dates: null });
    return "value" in read && read.value !== null ? plainCode(String(read.value as string)) : null; // a text's
  });
}

/** Of values that are folded: the same for all rows of a group. */
export const keyOfValues = (values: GroupValues): string => JSON.stringify(values.map((value) => value ?? ""));

const comparable = (value: unknown, folded: Folded): string =>
  typeof value === "string" ? folded(value) : JSON.stringify(value ?? null);
