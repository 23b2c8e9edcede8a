import { useLocalStorage } from "@mantine/hooks";
import type { Column } from "./columns.tsx";

interface Chosen {
  /** Column keys in the person's order; new columns come after these. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
}

const asMade: Chosen = { order: [], hidden: [], shown: [] };

/** Which columns of a list this person sees, in which order; remembered in this browser. */
export function useColumnChoice<Rec>(name: string, columns: readonly Column<Rec>[]) {
  const [chosen, setChosen, reset] = useLocalStorage({
    key: `waybill-columns:${name}`,
    defaultValue: asMade,
    getInitialValueInEffect: false,
  });
  const ordered = inOrder(columns, chosen.order);
  const isShown = ({ key, isHidden }: Column<Rec>) =>
    isHidden ? chosen.shown.includes(key) : !chosen.hidden.includes(key);
  return {
    all: ordered,
    visible: ordered.filter(isShown),
    isShown,
    isChanged: chosen !== asMade && (chosen.order.length > 0 || chosen.hidden.length > 0 || chosen.shown.length > 0),
    turn(column: Column<Rec>) {
      const other = (keys: readonly string[]) => keys.filter((key) => key !== column.key);
      const next = { hidden: other(chosen.hidden), shown: other(chosen.shown) };
      if (isShown(column)) next.hidden.push(column.key);
      else next.shown.push(column.key);
      setChosen({ ...chosen, ...next });
    },
    move(column: Column<Rec>, by: 1 | -1) {
      const keys = ordered.map(({ key }) => key);
      const from = keys.indexOf(column.key);
      const other = keys[from + by];
      if (other === undefined) return;
      keys[from] = other;
      keys[from + by] = column.key;
      setChosen({ ...chosen, order: keys });
    },
    reset,
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

function inOrder<Rec>(columns: readonly Column<Rec>[], order: readonly string[]): readonly Column<Rec>[] {
  const place = ({ key }: Column<Rec>) =>
    order.includes(key) ? order.indexOf(key) : order.length + columns.findIndex((column) => column.key === key);
  return [...columns].sort((a, b) => place(a) - place(b));
}
