import type { ReactNode } from "react";
import { tone as toneClass, type Tone } from "#web/ui/theme/tones.ts";
import styles from "./glyph.module.css";

/** The ten silhouettes of state; what each means for whom stands in the design of the entity's looks. */
export type IconName = "draft" | "open" | "wait" | "live" | "done" | "late" | "warn" | "bad" | "ended" | "end";

const ownTone: Readonly<Record<IconName, Tone>> = {
  draft: "n",
  open: "n",
  wait: "v",
  live: "l",
  done: "g",
  late: "a",
  warn: "a",
  bad: "x",
  ended: "n",
  end: "n",
};

/** The tone a icon has when nobody says otherwise. */
export function toneOf(icon: IconName): Tone {
  return ownTone[icon];
}

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.6,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const mark = { ...line, stroke: "light-dark(#fff, #101417)" } as const;

const drawings: Readonly<Record<IconName, ReactNode>> = {
  draft: <circle cx="7" cy="7" r="5.4" {...line} strokeDasharray="1.9 2.3" />,
  open: <circle cx="7" cy="7" r="5.4" {...line} />,
  wait: (
    <>
      <circle cx="7" cy="7" r="5.4" {...line} />
      <path d="M7 4.2V7l1.9 1.3" {...line} strokeWidth={1.5} />
    </>
  ),
  live: (
    <>
      <circle cx="7" cy="7" r="5.4" {...line} />
      <path d="M7 3.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
    </>
  ),
  done: (
    <>
      <circle cx="7" cy="7" r="6.2" fill="currentColor" />
      <path d="M4.4 7.2 6.2 9l3.4-3.7" {...mark} />
    </>
  ),
  late: (
    <>
      <path
        d="M7 .9 13.1 7 7 13.1.9 7z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth={0.8}
        strokeLinejoin="round"
      />
      <path d="M7 4.3V7l1.6 1.2" {...mark} strokeWidth={1.4} />
    </>
  ),
  warn: (
    <>
      <path d="M7 1.3 13 12.2H1z" fill="currentColor" stroke="currentColor" strokeWidth={1.2} strokeLinejoin="round" />
      <path d="M7 5.2v3M7 10.3v.1" {...mark} strokeWidth={1.5} />
    </>
  ),
  bad: (
    <>
      <path d="M4.5 1h5L13 4.5v5L9.5 13h-5L1 9.5v-5z" fill="currentColor" />
      <path d="m5 5 4 4m0-4L5 9" {...mark} />
    </>
  ),
  ended: (
    <>
      <circle cx="7" cy="7" r="5.4" {...line} />
      <path d="m3.4 10.6 7.2-7.2" {...line} />
    </>
  ),
  end: <rect x="2" y="2" width="10" height="10" rx="1.6" {...line} />,
};

interface GlyphProps {
  icon: IconName;
  tone?: Tone | undefined;
  size?: number;
}

/** One state as a drawing; the word always stands beside it, so it is silent for screen readers: `<Glyph icon="late" />`. */
export function Glyph({ icon, tone = toneOf(icon), size = 14 }: GlyphProps) {
  return (
    <svg className={`${styles.glyph} ${toneClass(tone)}`} width={size} height={size} viewBox="0 0 14 14" aria-hidden>
      {drawings[icon]}
    </svg>
  );
}
