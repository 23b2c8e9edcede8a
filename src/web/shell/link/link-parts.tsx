import type { ReactNode } from "react";
import { Panel, Stack } from "#web/ui/layout/layout.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import styles from "./link-parts.module.css";

/** What the page asks, or what became of it. */
export const LinkTitle = ({ children }: { children: ReactNode }) => <h1 className={styles.title}>{children}</h1>;

/** What was recorded, for whoever answered or comes back. */
export function LinkOutcome({ icon, title, children }: { icon: IconName; title: ReactNode; children?: ReactNode }) {
  return (
    <section className={styles.outcome} role="status">
      <Glyph icon={icon} size={34} />
      <Stack gap={4}>
        <LinkTitle>{title}</LinkTitle>
        {children}
      </Stack>
    </section>
  );
}

/** What is asked, and the answer beside it, which stays in view. */
export function LinkColumns({ answer, children }: { answer: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns} data-alone={!answer || undefined}>
      <Panel pad={0}>{children}</Panel>
      {answer && (
        <Panel as="aside" pad={16} className={styles.answer}>
          {answer}
        </Panel>
      )}
    </div>
  );
}

interface ThreeWayProps<Value extends string> {
  name: string;
  /** The id of what is answered. */
  labelledBy: string;
  choices: readonly (readonly [value: Value, label: string, icon: ReactNode, tone: "g" | "v" | "x"])[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
  /** Brings what a choice opens. */
  onNear?: () => void;
}

/** An answer of three, each with its colour once it is chosen. */
export function ThreeWay<Value extends string>(props: ThreeWayProps<Value>) {
  const { name, labelledBy, choices, chosen, onChoose, onNear } = props;
  return (
    <span
      className={styles.choices}
      role="radiogroup"
      aria-labelledby={labelledBy}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {choices.map(([value, label, icon, tone]) => (
        <label key={value} className={styles.choice} data-tone={chosen === value ? tone : undefined}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          {icon} {label}
        </label>
      ))}
    </span>
  );
}
