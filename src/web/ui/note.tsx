import type { ReactNode } from "react";
import { tone as toneClass, type Tone } from "#web/ui/theme/tones.ts";
import { Glyph, toneOf, type IconName } from "./status/glyph.tsx";
import styles from "./note.module.css";

interface NoteProps {
  icon: IconName;
  tone?: Tone;
  /** What was refused: said at once, and scrolled to. */
  isUrgent?: boolean;
  children: ReactNode;
  /** What can be done about it, right beside it. */
  actions?: ReactNode;
}

/** A sentence that somebody should act on, with the next step beside it. Said aloud when it appears. */
export function Note({ icon, tone = toneOf(icon), isUrgent = false, children, actions }: NoteProps) {
  return (
    <div
      ref={isUrgent ? scrollTo : undefined}
      className={`${styles.note} ${toneClass(tone)}`}
      role={isUrgent ? "alert" : "status"}
    >
      <Glyph icon={icon} tone={tone} size={16} />
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

const scrollTo = (note: HTMLElement | null) => note?.scrollIntoView({ block: "nearest" });
