/** A choice by its parts, as browsers kept it before it was text. */
export interface ChoiceParts {
  /** Column keys in the person's order; new columns come after these. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
}

/** What is read of a column here. */
export interface KeyedColumn {
  readonly key: string;
  readonly isHidden: boolean;
}

/** All columns of a list in the order of a choice. */
export type Chosen<C> = readonly { readonly column: C; readonly isShown: boolean }[];

/** Reads a choice: `name,-status` is the name and then, hidden, the status; `*` is as the list has them by itself. */
export function chosenColumns<C extends KeyedColumn>(columns: readonly C[], choice: string | ChoiceParts): Chosen<C> {
  const { order, hidden, shown } = typeof choice === "string" ? partsOf(choice) : choice;
  const place = ({ key }: C) =>
    order.includes(key) ? order.indexOf(key) : order.length + columns.findIndex((column) => column.key === key);
  return columns
    .toSorted((a, b) => place(a) - place(b))
    .map((column) => ({
      column,
      isShown: column.isHidden ? shown.includes(column.key) : !hidden.includes(column.key),
    }));
}

/** A choice as text, the same for the same columns in the same order. */
export function columnText<C extends KeyedColumn>(columns: readonly C[], chosen: Chosen<C>): string {
  const write = (all: Chosen<C>) => all.map(({ column, isShown }) => (isShown ? "" : "-") + column.key).join();
  const text = write(chosen);
  return text === write(chosenColumns(columns, "*")) ? "*" : text;
}

function partsOf(text: string): ChoiceParts {
  const keys = text.split(",");
  const order = keys.map((key) => key.replace("-", ""));
  return { order, hidden: order.filter((key) => !keys.includes(key)), shown: keys };
}
