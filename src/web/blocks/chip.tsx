import type { ReactNode } from "react";
import { tone as toneClass, type Tone } from "#web/theme/tones.ts";
import { Glyph, toneOf, type Shape } from "./glyph.tsx";
import { nameOfState } from "./state-names.ts";
import { useWords, type Label } from "./words.ts";
import styles from "./chip.module.css";

interface ChipProps {
  shape: Shape;
  tone?: Tone | undefined;
  /** `bare` in dense grids, `quiet` for what asks nothing of anybody: no ground, same left edge. */
  look?: "bare" | "quiet" | undefined;
  children: ReactNode;
}

/** A state as a glyph and its word: `<Chip shape="live">Confirmed</Chip>`. */
export function Chip({ shape, tone = toneOf(shape), look, children }: ChipProps) {
  return (
    <span className={`${styles.chip} ${toneClass(tone)} ${look ? styles[look] : ""}`}>
      <Glyph shape={shape} tone={tone} size={13} />
      <span className={styles.word}>{children}</span>
    </span>
  );
}

interface Look {
  readonly shape: Shape;
  readonly tone?: Tone;
  readonly label?: Label;
}

/** How each state of an entity is drawn: `{ draft: "draft", closed: { shape: "done", tone: "n" } }`. */
export type Looks<S extends string> = Readonly<Record<S, Shape | Look>>;

/** The look of one state; its word is the state's own name unless the look, or the company, says another. */
export function lookOf<S extends string>(looks: Looks<S>, state: S): Look & { label: Label } {
  const look = looks[state];
  return { label: state, ...(typeof look === "string" ? { shape: look } : look), ...nameOfState(looks, state) };
}

const quietShapes: readonly Shape[] = ["draft", "open", "done", "ended"];

interface StateChipProps<S extends string> {
  looks: Looks<S>;
  state: S;
  /** In a table, where only work is coloured. */
  inTable?: boolean;
}

/** A record's state by its entity's looks: `<StateChip looks={orderLooks} state={order.status} />`. */
export function StateChip<S extends string>({ looks, state, inTable = false }: StateChipProps<S>) {
  const words = useWords();
  const { shape, tone, label } = lookOf(looks, state);
  return (
    <Chip shape={shape} tone={tone} look={inTable && quietShapes.includes(shape) ? "quiet" : undefined}>
      {words(label)}
    </Chip>
  );
}
