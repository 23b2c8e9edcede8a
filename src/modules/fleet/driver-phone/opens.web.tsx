import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import type { ReactNode } from "react";
import styles from "./driver-phone.module.css";

interface OpensProps {
  label: ReactNode;
  isOpened?: boolean;
  children: ReactNode;
}

/** One line, below which the rest opens: `<Opens label="Reported: 2">…</Opens>`. */
export const Opens = ({ label, isOpened = false, children }: OpensProps) => (
  <details className={styles["told"]} open={isOpened}>
    <summary>
      {label}
      <IconChevronDown size={20} stroke={1.8} />
    </summary>
    {children}
  </details>
);
