import { useId, type ComponentProps, type ElementType, type ReactNode } from "react";
import styles from "./layout.module.css";

/** Properties of the part itself, and those of the element that it is drawn as. */
export type As<Tag extends ElementType, Own> = Own & { as?: Tag } & Omit<ComponentProps<Tag>, keyof Own | "as">;

/** The names that are there, as one class. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(" ");

interface StackProps {
  gap?: number;
  className?: string | undefined;
}

/** Parts below each other: `<Stack gap={16}>…</Stack>`; `as` says which element, if no `div`. */
export function Stack<Tag extends ElementType = "div">({ as, gap = 12, className, ...props }: As<Tag, StackProps>) {
  const Drawn: ElementType = as ?? "div";
  return <Drawn {...props} className={classes(styles["stack"], className)} style={{ gap }} />;
}

interface RowProps extends StackProps {
  align?: "center" | "baseline" | "start" | "end";
  justify?: "space-between" | "center" | "end";
  /** One line whatever happens. */
  isTight?: boolean;
  /** At the end of the line it stands in. */
  atEnd?: boolean;
}

/** Parts beside each other, on as many lines as they need. */
export function Row<Tag extends ElementType = "div">({
  as,
  gap = 8,
  align,
  justify,
  isTight = false,
  atEnd = false,
  className,
  ...props
}: As<Tag, RowProps>) {
  const Drawn: ElementType = as ?? "div";
  const style = { gap, alignItems: align, justifyContent: justify };
  return (
    <Drawn
      {...props}
      className={classes(styles["row"], !isTight && styles["wraps"], atEnd && styles["end"], className)}
      style={style}
    />
  );
}

/** A sheet with a border; as a link the whole of it leads on. */
export function Panel<Tag extends ElementType = "div">({
  as,
  pad = "10px 12px",
  className,
  ...props
}: As<Tag, { pad?: string | number; className?: string | undefined }>) {
  const Drawn: ElementType = as ?? "div";
  return <Drawn {...props} className={classes(styles["panel"], className)} style={{ padding: pad }} />;
}

interface SectionProps {
  title: ReactNode;
  isSmall?: boolean;
  children: ReactNode;
}

/** A part of a page under its title, which names it; in the rail beside a page it is `isSmall`. */
export function Section({ title, isSmall = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <h2 id={id} className={isSmall ? styles["small"] : undefined}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A list with lines between its items; `isStacked` puts the parts of an item below each other. */
export function ItemList<Tag extends ElementType = "ul">({
  as,
  isStacked = false,
  ...props
}: As<Tag, { isStacked?: boolean }>) {
  const Drawn: ElementType = as ?? "ul";
  return <Drawn {...props} className={classes(styles["items"], isStacked && styles["stacked"])} />;
}

/** A part of a page of settings: its title beside what is set. */
export function SettingsPart({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles["part"]}>
      <h2>{title}</h2>
      <Stack>{children}</Stack>
    </section>
  );
}

/** Inputs below each other, on a phone as large as a finger; `inColumns` beside each other where there is room. */
export function Fields<Tag extends ElementType = "div">({
  as,
  inColumns = false,
  ...props
}: As<Tag, { inColumns?: boolean }>) {
  const Drawn: ElementType = as ?? "div";
  return <Drawn {...props} className={classes(styles["fields"], inColumns && styles["columns"])} />;
}

/** The buttons at the end of a form or dialog; on a phone they share the width. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles["actions"]}>{children}</div>;
