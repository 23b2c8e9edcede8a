import styles from "./marks.module.css";

/** The number on the wall above a dock, in its stencil box: `<Door number="3" />`. */
export function Door({ number }: { number: string }) {
  return <span className={styles.door}>{number}</span>;
}

/** A key to press: `<KeyCap>Ctrl K</KeyCap>`. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

interface AvatarProps {
  name: string;
  size?: number;
}

/** A person as initials; the whole name is its title. Where the name stands beside it, the two belong together. */
export function Avatar({ name, size = 22 }: AvatarProps) {
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      title={name}
      role="img"
      aria-label={name}
    >
      <span aria-hidden>{initials(name)}</span>
    </span>
  );
}

/** "Ada Okoye" → "AO". */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return ends
    .map((part) => Array.from(part ?? "")[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

interface BarPart {
  /** How much of the whole, 0 to 1. */
  part: number;
  kind: "done" | "damaged" | "coming" | "spent";
}

interface BarProps {
  parts: readonly BarPart[];
  /** The sentence that says the same: "180 of 240 counted". */
  label: string;
  width?: number | string;
}

/** What of a whole is done, damaged or on its way; hatching makes the parts differ without colour. */
export function Bar({ parts, label, width = 72 }: BarProps) {
  return (
    <span className={styles.bar} style={{ width }} role="img" aria-label={label}>
      {parts
        .filter(({ part }) => part > 0)
        .map(({ part, kind }) => (
          <i key={kind} className={styles[kind]} style={{ width: `${Math.min(100, Math.max(3, part * 100))}%` }} />
        ))}
    </span>
  );
}

interface PortraitProps {
  src: string | null | undefined;
  alt: string;
  name: string;
  /** Of a person. */
  isRound?: boolean;
}

/** The picture of a person or a company as it is chosen: large, with the initials where there is none. */
export function Portrait({ src, alt, name, isRound = false }: PortraitProps) {
  return src ? (
    <img src={src} alt={alt} className={styles.portrait} data-round={isRound} />
  ) : (
    <span aria-hidden className={styles.portrait} data-round={isRound}>
      {initials(name)}
    </span>
  );
}
