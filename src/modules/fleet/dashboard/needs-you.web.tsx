import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { phoneHref } from "#shared/format/phone.ts";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { CheckWords, StillOut } from "../trips/trip-words.web.tsx";
import { Card } from "./card.web.tsx";
import type { FleetDashboardReply } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";

type Trips = NonNullable<FleetDashboardReply["trips"]>;
const tripPage = "/fleet/trips/details";

/** What trips ask of somebody now: late stops first, the worst on top, then trips that stand, and those that others wait for. */
export function NeedsYou({ trips: { late, waiting, overruns } }: { trips: Trips }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const count = late.count + waiting.count + overruns.count;
  return (
    <Card
      title={<Trans>Needs you</Trans>}
      aside={<Trans>worst first</Trans>}
      definition={
        <Trans>
          Late: a stop was to be reached by the end of its window, else by its planned time, whether or not anything was
          reported. At risk: with the delay so far and the time planned at each stop before it, it will be late.
        </Trans>
      }
      more={
        count > late.items.length + waiting.items.length + overruns.items.length
          ? { href: "/fleet/trips?isLate=true", label: t`All late trips` }
          : undefined
      }
    >
      <ul className={styles["rows"]}>
        {late.items.map((stop) => (
          <Line
            key={stop.stopId}
            icon={stop.isLate ? "late" : "warn"}
            trip={stop}
            what={stop.isLate ? t`Late at the next stop` : t`Will be late at the next stop`}
            where={
              stop.others === 0
                ? t`${stop.stopName}, to ${fmt.time(stop.dueAt)}`
                : t`${stop.stopName}, to ${fmt.time(stop.dueAt)}, then ${stop.others} more`
            }
            much={`+${fmt.span(stop.minutes)}`}
          />
        ))}
        {overruns.items.map((trip) => (
          <Line
            key={trip.id}
            icon="warn"
            trip={trip}
            what={t`Others need it before it is back`}
            where={trip.delays
              .map(({ tripNumber, plannedStart }) => `${tripNumber}, ${fmt.time(plannedStart)}`)
              .join(" · ")}
            much={t`to ${fmt.time(trip.plannedEnd)}`}
          />
        ))}
        {waiting.items.map((trip) => (
          <Line
            key={trip.id}
            icon={trip.what === "not_left" ? "late" : "wait"}
            trip={trip}
            what={trip.what === "not_left" ? t`Has not left` : t`Trip not acknowledged`}
            where={[trip.tripNumber, trip.driverName].filter(Boolean).join(", ")}
            much={fmt.instant(trip.plannedStart)}
          />
        ))}
      </ul>
      {count === 0 && (
        <Text as="p" tone="dim">
          <Trans>Nothing is late, and nobody waits.</Trans>
        </Text>
      )}
    </Card>
  );
}

interface LineProps {
  icon: IconName;
  trip: Pick<Trips["late"]["items"][number], "id" | "tripNumber" | "vehicleName" | "driverPhone" | "driverName">;
  what: string;
  where: ReactNode;
  much: string;
}

function Line({ icon, trip, what, where, much }: LineProps) {
  const { t } = useLingui();
  const driver = trip.driverName ?? "";
  return (
    <li className={styles["need"]}>
      <Glyph icon={icon} size={14} />
      <a className={styles["who"]} href={recordHref(tripPage, trip.id)}>
        {trip.vehicleName ?? trip.tripNumber}
      </a>
      <span className={styles["what"]}>
        <Text weight={550} shape="cut">
          {what}
        </Text>
        <Text tone="dim" size="small" shape="cut">
          {where}
        </Text>
      </span>
      <Text weight={550} shape="figures" {...(icon === "late" ? { tone: "urgent" } : {})}>
        {much}
      </Text>
      {trip.driverPhone ? (
        <a href={phoneHref(trip.driverPhone)} aria-label={t`Call ${driver}`}>
          <Trans>Call</Trans>
        </a>
      ) : (
        <span />
      )}
    </li>
  );
}

/** Departures of the next two hours that would be refused, each with its reasons. */
export function Departures({ departures: { items, count, checked, due } }: { departures: Trips["departures"] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <Card
      title={<Trans>Next two hours</Trans>}
      aside={
        <Trans>
          {count} of {due} would be refused
        </Trans>
      }
      definition={
        <Trans>
          Planned and dispatched trips that leave within two hours, with what would keep them from being dispatched now.
        </Trans>
      }
      more={
        due > checked
          ? { href: "/fleet/trips?status=planned,dispatched", label: t`The first ${checked} were checked` }
          : undefined
      }
    >
      <ul className={styles["rows"]}>
        {items.map(({ id, tripNumber, vehicleName, plannedStart, isDispatched, isOverridden, checks, waitsFor }) => (
          <li key={id} className={styles["refused"]}>
            <Glyph icon={checks.length > 0 ? "bad" : "late"} size={14} />
            <span className={styles["what"]}>
              <span>
                <a href={recordHref(tripPage, id)}>{tripNumber}</a>{" "}
                <Text tone="dim">
                  {[
                    vehicleName,
                    fmt.time(plannedStart),
                    isOverridden ? t`dispatched anyway` : isDispatched ? t`dispatched already` : null,
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </Text>
              </span>
              {checks.map((check, at) => (
                <Text key={at} size="small">
                  <CheckWords check={check} />
                </Text>
              ))}
              {waitsFor.map((trip) => (
                <Text key={trip.id} size="small">
                  <StillOut trip={trip} />
                </Text>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {items.length === 0 && (
        <Text as="p" tone="dim">
          {due === 0 ? <Trans>Nothing leaves.</Trans> : <Trans>Nothing keeps them from leaving.</Trans>}
        </Text>
      )}
    </Card>
  );
}
