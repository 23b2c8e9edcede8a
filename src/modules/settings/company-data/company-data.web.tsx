import { Trans } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { Screen, ScreenBody, ScreenHead } from "#web/ui/layout/screen.tsx";
import { SettingsPart } from "#web/ui/layout/layout.tsx";
import { companyExports } from "../company-exports/company-exports.contract.ts";
import { erasures } from "../erasures/erasures.contract.ts";
import { ErasePart } from "./erase-part.web.tsx";
import { ExportPart } from "./export-part.web.tsx";

/** What a company may do with its data as a whole: take all of it away, and erase a person from it. */
export function CompanyData() {
  const may = useMay();
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Data</Trans>
        </h1>
      </ScreenHead>
      <ScreenBody>
        <div>
          {may(companyExports.ask.can) && (
            <SettingsPart title={<Trans>Take everything away</Trans>}>
              <ExportPart />
            </SettingsPart>
          )}
          {may(erasures.erase.can) && (
            <SettingsPart title={<Trans>Erase a person</Trans>}>
              <ErasePart />
            </SettingsPart>
          )}
        </div>
      </ScreenBody>
    </Screen>
  );
}
