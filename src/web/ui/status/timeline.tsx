import type { ReactNode } from "react";
import { Glyph, type IconName } from "./glyph.tsx";
import type { Tone } from "#web/ui/theme/tones.ts";
import styles from "./timeline.module.css";

export interface Moment {
  id: string;
  what: ReactNode;
  who?: ReactNode;
  when?: ReactNode;
  /** Without a icon: a dot, for what changed no state. */
  icon?: IconName | undefined;
  tone?: Tone | undefined;
  /** What somebody wrote, word for word. */
  quote?: ReactNode;
  detail?: ReactNode;
}

/** What happened, newest first: each with who and when. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className={styles.timeline}>
      {moments.map((moment) => (
        <li key={moment.id}>
          {moment.icon ? <Glyph icon={moment.icon} tone={moment.tone} /> : <i className={styles.dot} />}
          <div className={styles.what}>{moment.what}</div>
          {(moment.who != null || moment.when != null) && (
            <div className={styles.by}>
              <span className={styles.who}>{moment.who}</span>
              <span className={styles.when}>{moment.when}</span>
            </div>
          )}
          {moment.detail}
          {moment.quote != null && <blockquote className={styles.quote}>{moment.quote}</blockquote>}
        </li>
      ))}
    </ol>
  );
}
