import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import screen from "#web/ui/screen.module.css";
import { useMay } from "#web/api/session.tsx";
import { companyExports } from "../company-exports/company-exports.contract.ts";
import { erasures } from "../erasures/erasures.contract.ts";
import { ErasePart } from "./erase-part.web.tsx";
import { ExportPart } from "./export-part.web.tsx";
import styles from "./company-data.module.css";

/** What a company may do with its data as a whole: take all of it away, and erase a person from it. */
export function CompanyData() {
  const may = useMay();
  return (
    <div className={screen.screen}>
      <header className={screen.head}>
        <h1>
          <Trans>Data</Trans>
        </h1>
      </header>
      <div className={styles.body}>
        {may(companyExports.ask.can) && (
          <Part title={<Trans>Take everything away</Trans>}>
            <ExportPart />
          </Part>
        )}
        {may(erasures.erase.can) && (
          <Part title={<Trans>Erase a person</Trans>}>
            <ErasePart />
          </Part>
        )}
      </div>
    </div>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
