import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Mark } from "../../ui/theme/mark.tsx";
import { useTabTitle } from "../title.ts";
import styles from "./plain-page.module.css";

const year = new Date().getFullYear();

interface PlainPageProps {
  /** Small and grey above the title: "404". */
  code?: string;
  /** For a form of two columns. */
  isWide?: boolean;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  footnote?: ReactNode;
}

/** A page of one message or one small form, without the shell. */
export function PlainPage({ code, isWide = false, title, children, actions, footnote }: PlainPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link to="/" className={styles.brand}>
          <Mark size={26} />
          <b>Waybill</b>
        </Link>
      </header>
      <main className={`${styles.main} ${isWide ? styles.wide : ""}`}>
        {code && <p className={styles.code}>{code}</p>}
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.text}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {footnote && <p className={styles.footnote}>{footnote}</p>}
      </main>
      <PublicFoot />
    </div>
  );
}

/** The foot of every page outside the shell. */
export function PublicFoot() {
  return (
    <footer className={styles.foot}>
      <Trans>© {year} Waybill. Runs on your own server.</Trans>
    </footer>
  );
}

/** Sets the title of a page outside the shell: "Waybill | Sign in". */
export function useTitle(name?: string): void {
  useTabTitle(name ? `Waybill | ${name}` : "Waybill");
}
