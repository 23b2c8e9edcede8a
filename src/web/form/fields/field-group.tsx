import type { ReactNode } from "react";
import styles from "../form.module.css";

/** Fields that belong together, under a heading: `<FieldGroup title={<Trans>Address</Trans>}>…</FieldGroup>`. */
export function FieldGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupTitle}>{title}</legend>
      <div className={styles.groupFields}>{children}</div>
    </fieldset>
  );
}
