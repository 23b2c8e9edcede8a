import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { WordList } from "#web/list/grid/columns.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { CheckWords } from "../trips/trip-words.web.tsx";
import { Card } from "./card.web.tsx";
import type { FleetDashboardReply } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";

type Trips = NonNullable<FleetDashboardReply["trips"]>;

/** What drives, or drove, though something should have kept it, by the trip on whose page somebody answers for it. */
export function UnansweredTrips({ unanswered: { items, count } }: { unanswered: Trips["unanswered"] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <Card
      title={<Trans>Drove though something should have kept it</Trans>}
      aside={<Plural value={count} one="# trip" other="# trips" />}
      definition={
        <Trans>
          What was told after it had happened, and would not have been let go. Somebody who may let a trip leave anyway
          answers for it on the page of its trip.
        </Trans>
      }
      more={{ href: "/fleet/trips?isUnanswered=true", label: t`All trips that wait for an answer` }}
    >
      <ul className={styles["rows"]}>
        {items.map(({ id, tripNumber, driverName, since, remarks }) => (
          <li key={id} className={styles["two"]}>
            <Glyph icon="bad" size={13} />
            <span className={styles["what"]}>
              <span>
                <a href={recordHref("/fleet/trips/details", id)}>{tripNumber}</a> <Text tone="dim">{driverName}</Text>
              </span>
              {remarks.map((remark, at) => (
                <Text key={at} size="small">
                  <CheckWords check={remark} />
                </Text>
              ))}
            </span>
            <Text shape="figures">{fmt.instant(since)}</Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What drivers reported that did not fit, by the trip on whose page it is settled. */
export function UnsettledReports({ unsettled: { items, count, reports } }: { unsettled: Trips["unsettled"] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <Card
      title={<Trans>Reports to settle</Trans>}
      aside={
        <>
          <Plural value={reports} one="# report" other="# reports" />,{" "}
          <Plural value={count} one="# trip" other="# trips" />
        </>
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
