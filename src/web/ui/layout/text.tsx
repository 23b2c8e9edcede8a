import type { ComponentProps, ElementType } from "react";
import { classes, type As } from "./layout.tsx";
import styles from "./text.module.css";

interface TextProps {
  tone?: "dim" | "soft" | "urgent" | "bad" | "link";
  size?: "tiny" | "small";
  /** As the font has it: 400 is plain, 500 a name, 550 and 600 stand out. */
  weight?: 400 | 500 | 550 | 600;
  /** Below what stands before it; cut at the end of the line; with the lines that somebody wrote. */
  shape?: "block" | "cut" | "lines" | "figures";
  /** Takes the room that is left in its row. */
  grows?: boolean;
}

/** Words within a screen: `<Text tone="dim" size="small">…</Text>`; `as` says which element, if no `span`. */
export function Text<Tag extends ElementType = "span">({
  as,
  tone,
  size,
  weight,
  shape,
  grows = false,
  ...props
}: As<Tag, TextProps>) {
  const Drawn: ElementType = as ?? "span";
  const names = [tone && styles[tone], size && styles[size], shape && styles[shape], grows && styles["grows"]];
  return <Drawn {...props} className={classes(styles["text"], ...names)} style={{ fontWeight: weight }} />;
}

/** A button that reads like the name of what it opens. */
export const Opener = (props: Omit<ComponentProps<"button">, "className" | "type">) => (
  <button {...props} type="button" className={styles["opener"]} />
);
