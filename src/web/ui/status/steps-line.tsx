import type { ReactNode } from "react";
import { Glyph, type IconName } from "./glyph.tsx";
import { useWords, type Label } from "../values/labels.ts";
import type { Tone } from "#web/ui/theme/tones.ts";
import styles from "./steps-line.module.css";

export interface Station {
  label: Label;
  /** Behind us, here, or still ahead. */
  when: "past" | "now" | "ahead";
  icon: IconName;
  tone?: Tone | undefined;
  /** Who and when, or how far. */
  sub?: ReactNode;
}

/** The line a record travels: solid behind us, dashed where it waits, grey ahead. A square closes it. */
export function StepsLine({ stations }: { stations: readonly Station[] }) {
  const words = useWords();
  return (
    <ol className={styles.steps}>
      {stations.map((station) => {
        const label = words(station.label);
        return (
          <li key={label} className={styles[station.when]} aria-current={station.when === "now" ? "step" : undefined}>
            <Glyph icon={station.icon} tone={station.tone ?? (station.when === "past" ? "l" : undefined)} size={16} />
            <div className={styles.name}>{label}</div>
            {station.sub != null && <div className={styles.sub}>{station.sub}</div>}
          </li>
        );
      })}
    </ol>
  );
}
