import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Mark } from "#web/ui/theme/mark.tsx";
import { Paper } from "./paper.web.tsx";
import { PublicFoot } from "#web/shell/pages/plain-page.tsx";
import styles from "./paper-page.module.css";

interface PaperPageProps {
  title: ReactNode;
  about: ReactNode;
  children: ReactNode;
}

/** A form at the left, a waybill on the desk beside it: signing in and registering. */
export function PaperPage({ title, about, children }: PaperPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <header>
          <Link to="/" className={styles.brand}>
            <Mark size={26} />
            <b>Waybill</b>
          </Link>
        </header>
        <main className={styles.middle}>
          <h1>{title}</h1>
          <p className={styles.about}>{about}</p>
          {children}
        </main>
        <PublicFoot />
      </div>
      <div className={styles.desk} aria-hidden>
        <Paper />
      </div>
    </div>
  );
}
