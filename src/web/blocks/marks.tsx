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
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.42 }} title={name} role="img" aria-label={name}>
      <span aria-hidden>{initials(name)}</span>
    </span>
  );
}

/** "Ada Okoye" → "AO". */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return ends.map((part) => Array.from(part ?? "")[0] ?? "").join("").toLocaleUpperCase();
}
