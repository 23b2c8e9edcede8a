import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { WordList } from "#web/list/grid/columns.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Card } from "./card.web.tsx";
import type { FleetDashboardReply } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";

type Unsettled = NonNullable<FleetDashboardReply["trips"]>["unsettled"];

/** What drivers reported that did not fit, by the trip on whose page it is settled. */
export function UnsettledReports({ unsettled: { items, count, reports } }: { unsettled: Unsettled }) {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <Card
      title={<Trans>Reports to settle</Trans>}
      aside={
        <Trans>
          {reports} of {count} trips
        </Trans>
      }
      definition={
        <Trans>What drivers reported that did not fit, until somebody settles it on the page of its trip.</Trans>
      }
      more={{ href: "/fleet/trips?hasReportsToSettle=true", label: t`All trips with reports to settle` }}
    >
      <ul className={styles["rows"]}>
        {items.map(({ id, tripNumber, driverName, reports: own, oldestAt, flags }) => (
          <li key={id} className={styles["two"]}>
            <Glyph icon="warn" size={13} />
            <span className={styles["what"]}>
              <span>
                <a href={recordHref("/fleet/trips/details", id)}>{tripNumber}</a> <Text tone="dim">{driverName}</Text>
              </span>
              <Text tone="dim" size="small" shape="cut">
                <WordList>{flags}</WordList>
              </Text>
            </span>
            <Text shape="figures" title={fmt.instant(oldestAt)}>
              <Plural value={own} one="# report" other="# reports" />
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}
