import type { ReactNode } from "react";
import { tone as toneClass, type Tone } from "#web/theme/tones.ts";
import { Glyph, toneOf, type Shape } from "./glyph.tsx";
import styles from "./note.module.css";

interface NoteProps {
  shape: Shape;
  tone?: Tone;
  children: ReactNode;
  /** What can be done about it, right beside it. */
  actions?: ReactNode;
}

/** A sentence that somebody should act on, with the next step beside it. Said aloud when it appears. */
export function Note({ shape, tone = toneOf(shape), children, actions }: NoteProps) {
  return (
    <div className={`${styles.note} ${toneClass(tone)}`} role="status">
      <Glyph shape={shape} tone={tone} size={16} />
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
