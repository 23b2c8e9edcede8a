import type { ReactNode } from "react";
import { Glyph, type IconName } from "./status/glyph.tsx";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  /** `route` is the line drawn before anything has travelled on it. */
  drawing?: "route" | IconName;
  title: ReactNode;
  /** It stands in the place of the whole screen, so its title is the screen's. */
  isPage?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
  /** Time and request number, for support. */
  footnote?: ReactNode;
}

/** What a screen says instead of records: nothing yet, no match, failed, not found. */
export function EmptyState({ drawing, title, isPage = false, children, actions, footnote }: EmptyStateProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <div className={styles.middle} role="status">
      {drawing === "route" && <Route />}
      {drawing && drawing !== "route" && <Glyph icon={drawing} size={26} />}
      <Title className={styles.title}>{title}</Title>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {footnote && <p className={styles.footnote}>{footnote}</p>}
    </div>
  );
}

function Route() {
  return (
    <svg width="216" height="66" viewBox="0 0 216 66" fill="none" aria-hidden>
      <path
        d="M26 44h40c14 0 14-24 28-24h30c14 0 14 24 28 24h34"
        stroke="var(--wb-line2)"
        strokeWidth="2"
        strokeDasharray="1 7"
        strokeLinecap="round"
      />
      <circle cx="20" cy="44" r="6" stroke="var(--wb-acc)" strokeWidth="2.4" />
      <circle cx="109" cy="20" r="5" fill="var(--wb-sheet)" stroke="var(--wb-ink4)" strokeWidth="2" />
      <rect x="188" y="37" width="13" height="13" rx="2.4" stroke="var(--wb-ink4)" strokeWidth="2.2" />
    </svg>
  );
}
