import { useLocalStorage } from "@mantine/hooks";
import { useAddress } from "../data/address.ts";
import { chosenColumns, columnText, type ChoiceParts, type Chosen } from "./column-text.ts";
import type { Column } from "./columns.tsx";

/**
 * Which columns of a list this person sees, in which order: what the address says, which is then changed there, else what
 * this browser remembers.
 */
export function useColumnChoice<Rec>(name: string, columns: readonly Column<Rec>[]) {
  const { search, go } = useAddress();
  const [kept, keep] = useLocalStorage<string | ChoiceParts>({
    key: `waybill-columns:${name}`,
    defaultValue: "*",
    getInitialValueInEffect: false,
  });
  const said = search["columns"];
  const isSaid = typeof said === "string";
  const chosen = chosenColumns(columns, isSaid ? said : kept);
  const text = columnText(columns, chosen);
  const choose = (next: Chosen<Column<Rec>>) => {
    const nextText = columnText(columns, next);
    if (isSaid) go({ search: { ...search, columns: nextText }, replace: true });
    else keep(nextText);
  };
  const indexOf = ({ key }: Column<Rec>) => chosen.findIndex(({ column }) => column.key === key);
  return {
    all: chosen.map(({ column }) => column),
    visible: chosen.flatMap(({ column, isShown }) => (isShown ? [column] : [])),
    isShown: (column: Column<Rec>) => chosen[indexOf(column)]?.isShown ?? false,
    isChanged: text !== "*",
    text,
    turn(column: Column<Rec>) {
      const at = indexOf(column);
      choose(chosen.map((one, index) => (index === at ? { ...one, isShown: !one.isShown } : one)));
    },
    move(column: Column<Rec>, by: 1 | -1) {
      const from = indexOf(column);
      const moved = chosen.slice(from, from + 1);
      if (from + by in chosen) choose(chosen.toSpliced(from, 1).toSpliced(from + by, 0, ...moved));
    },
    reset: () => choose(chosenColumns(columns, "*")),
  };
}

/** How high rows are, for all lists of this browser. */
export function useDensity() {
  const [density, setDensity] = useLocalStorage<"normal" | "compact">({
    key: "waybill-density",
    defaultValue: "normal",
    getInitialValueInEffect: false,
  });
  return { isCompact: density === "compact", turn: () => setDensity(density === "compact" ? "normal" : "compact") };
}
