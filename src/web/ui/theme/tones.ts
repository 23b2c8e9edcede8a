import styles from "./tones.module.css";

/** What a colour means: n not begun or over, l in motion, g done and good, a needs a hand, x failed or forbidden, v waits for somebody. */
export type Tone = "n" | "l" | "g" | "a" | "x" | "v";

/** The class that sets a tone's `--i` `--s` `--l` `--c` for what stands inside: `className={tone("a")}`. */
export function tone(name: Tone): string {
  return styles[name] ?? "";
}
