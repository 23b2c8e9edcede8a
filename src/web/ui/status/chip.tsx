import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { tone as toneClass, type Tone } from "#web/ui/theme/tones.ts";
import { Glyph, toneOf, type IconName } from "./glyph.tsx";
import { nameOfState } from "./state-names.ts";
import { useWords, type Label } from "../values/labels.ts";
import styles from "./chip.module.css";

interface ChipProps {
  icon: IconName;
  tone?: Tone | undefined;
  /** `bare` in dense grids, `quiet` for what asks nothing of anybody: no ground, same left edge. */
  look?: "bare" | "quiet" | undefined;
  children: ReactNode;
}

/** A state as a glyph and its word: `<Chip icon="live">Confirmed</Chip>`. */
export function Chip({ icon, tone = toneOf(icon), look, children }: ChipProps) {
  return (
    <span className={`${styles.chip} ${toneClass(tone)} ${look ? styles[look] : ""}`}>
      <Glyph icon={icon} tone={tone} size={13} />
      <span className={styles.word}>{children}</span>
    </span>
  );
}

interface StatusStyle {
  readonly icon: IconName;
  readonly tone?: Tone;
  readonly label?: Label;
}

/** How each state of an entity is drawn: `{ draft: "draft", closed: { icon: "done", tone: "n" } }`. */
export type StatusStyles<S extends string> = Readonly<Record<S, IconName | StatusStyle>>;

/** How it is drawn whether something can still be chosen. */
export const activity: StatusStyles<"active" | "inactive"> = { active: "open", inactive: "ended" };

/** The look of one state; its word is the state's own name unless the look, or the company, says another. */
export function statusStyleOf<S extends string>(
  statusStyles: StatusStyles<S>,
  state: S,
): StatusStyle & { label: Label } {
  const look = statusStyles[state];
  return { label: state, ...(typeof look === "string" ? { icon: look } : look), ...nameOfState(statusStyles, state) };
}

const quietIcons: readonly IconName[] = ["draft", "open", "done", "ended"];

interface StateChipProps<S extends string> {
  statusStyles: StatusStyles<S>;
  state: S;
  /** In a table, where only work is coloured. */
  inTable?: boolean;
}

/** A record's state by its entity's looks: `<StateChip statusStyles={orderStatusStyles} state={order.status} />`. */
export function StateChip<S extends string>({ statusStyles, state, inTable = false }: StateChipProps<S>) {
  const words = useWords();
  const { icon, tone, label } = statusStyleOf(statusStyles, state);
  return (
    <Chip icon={icon} tone={tone} look={inTable && quietIcons.includes(icon) ? "quiet" : undefined}>
      {words(label)}
    </Chip>
  );
}

/** That a record is in the archive, which is no state of it. */
export const Archived = ({ record }: { record: { readonly archivedAt?: string | null } }) =>
  record.archivedAt && <Chip icon="ended">{<Trans>Archived</Trans>}</Chip>;
