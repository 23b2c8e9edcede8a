import { Trans, useLingui } from "@lingui/react/macro";
import { useId, type ReactNode } from "react";
import { useMay } from "#web/api/session.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { assets } from "../../assets/assets.contract.ts";
import { fleetDeliveries } from "../../deliveries/deliveries.contract.ts";
import { drivers } from "../../drivers/drivers.contract.ts";
import { trips } from "../../trips/trips.contract.ts";
import { vehicles } from "../../vehicles/vehicles.contract.ts";
import { RenewButton } from "../renew-button.web.tsx";
import type { DocumentCalendarReply, EndingDocument } from "./calendar.contract.ts";
import { useDays } from "./use-days.web.ts";
import styles from "./calendar.module.css";

const documentPage = "/fleet/documents/details";
const tripPage = "/fleet/trips/details";

/** The papers below the weeks in which they end. */
export function EndingRows({ calendar: { today, weeks, items } }: { calendar: DocumentCalendarReply }) {
  const { wholeOf } = useDays(today);
  return (
    <div>
      <Heads />
      {weeks.map(({ week, count }, at) => (
        <Week key={week} name={wholeOf(week, at === 1)} count={count}>
          {items
            .filter((item) => item.week === week)
            .map((item) => (
              <Paper key={item.id} paper={item} today={today} isSoon={at < 3} />
            ))}
        </Week>
      ))}
    </div>
  );
}

/** What stands in the columns; on a phone there are none, and each cell says it in words. */
const Heads = () => (
  <div className={styles["heads"]} aria-hidden>
    <span />
    <span>
      <Trans>Paper</Trans>
    </span>
    <span>
      <Trans>Belongs to</Trans>
    </span>
    <span data-align="end">
      <Trans>Ends</Trans>
    </span>
    <span data-align="end">
      <Trans>In</Trans>
    </span>
    <span>
      <Trans>At its end</Trans>
    </span>
    <span>
      <Trans>Renewal</Trans>
    </span>
  </div>
);

function Week({ name, count, children }: { name: string; count: number; children: readonly ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles["group"]}>
        {name}{" "}
        <Text tone="dim" weight={400}>
          {count}
        </Text>
      </h2>
      <ul className={styles["rows"]}>{children}</ul>
    </section>
  );
}

interface PaperProps {
  paper: EndingDocument;
  today: string;
  /** It has ended, or ends within this week or the next. */
  isSoon: boolean;
}

function Paper({ paper, today, isSoon }: PaperProps) {
  const { day, away } = useDays(today);
  const { id, typeName, title, expiresOn, week, blocksDispatch } = paper;
  const isOver = week === "ended";
  const isUrgent = isSoon && blocksDispatch;
  return (
    <li>
      <Glyph icon={isOver && blocksDispatch ? "bad" : isOver || isUrgent ? "warn" : "open"} />
      <span className={styles["what"]}>
        <a href={recordHref(documentPage, id)}>{typeName}</a> <Text tone="dim">{title}</Text>
      </span>
      <span className={styles["whose"]}>
        <Holder of={paper} />
      </span>
      <span className={styles["day"]} data-align="end">
        {day(expiresOn)}
      </span>
      <span className={styles["away"]} data-align="end">
        <Text {...(isUrgent ? { tone: isOver ? "bad" : "urgent" } : { tone: "dim" })}>{away(expiresOn)}</Text>
      </span>
      <span className={styles["stops"]}>
        <Stops paper={paper} />
      </span>
      <span className={styles["renewal"]}>
        <Renewal of={paper} />
      </span>
      <span className={styles["steps"]}>
        <RenewButton document={paper} />
      </span>
    </li>
  );
}

/** Whose it is, with the way there for whoever may go it. */
function Holder({ of }: { of: EndingDocument }) {
  const may = useMay();
  const named = (isOpen: boolean, path: string, id: string, name: string | null) =>
    isOpen ? <a href={recordHref(path, id)}>{name}</a> : name;
  if (of.vehicleId !== null)
    return (
      <>
        {named(may(vehicles.read.can), "/fleet/vehicles/details", of.vehicleId, of.vehicleName)}{" "}
        <Text tone="dim">
          <bdi>{of.plateNumber}</bdi>
        </Text>
      </>
    );
  if (of.driverId !== null) return named(may(drivers.read.can), "/fleet/drivers/details", of.driverId, of.driverName);
  if (of.assetId !== null) return named(may(assets.read.can), "/fleet/assets/details", of.assetId, of.assetNo);
  if (of.tripId !== null) return named(may(trips.read.can), tripPage, of.tripId, of.tripNumber);
  if (of.deliveryId !== null)
    return named(may(fleetDeliveries.read.can), "/fleet/deliveries/details", of.deliveryId, of.deliveryNumber);
  return <Trans>The company</Trans>;
}

/** The trip that goes on in spite of its end, and the first one that does not leave after it, with the barrier in front where it blocks at all. */
function Stops({ paper: { blocksDispatch, stops, runsOn, subject, week } }: { paper: EndingDocument }) {
  const { t } = useLingui();
  const may = useMay();
  const fmt = useFormat();
  if (!blocksDispatch)
    return (
      <Text tone="dim">
        <Trans>Stops nothing</Trans>
      </Text>
    );
  const says = may(trips.list.can) && week !== "ended" ? t`Stops no trip yet` : t`Blocks dispatch`;
  if (stops === null && runsOn === null) return <Barrier>{says}</Barrier>;
  const trip = runsOn && <a href={recordHref(tripPage, runsOn.id)}>{runsOn.tripNumber}</a>;
  const onRoad = subject === "driver" ? <Trans>Its driver is on {trip} now</Trans> : <Trans>On {trip} now</Trans>;
  if (stops === null) return <Barrier>{onRoad}</Barrier>;
  return (
    <Barrier>
      {runsOn && <>{onRoad}. </>}
      <Trans>
        Stops <a href={recordHref(tripPage, stops.id)}>{stops.tripNumber}</a>, {fmt.instant(stops.plannedStart)}
      </Trans>
    </Barrier>
  );
}

const Barrier = ({ children }: { children: ReactNode }) => (
  <>
    <i className={styles["barrier"]} aria-hidden />
    {children}
  </>
);

function Renewal({ of: { renewal, renewalId } }: { of: EndingDocument }) {
  const { t } = useLingui();
  if (renewalId === null)
    return (
      <Chip icon="open" look="quiet">
        <Trans>Not renewed</Trans>
      </Chip>
    );
  const isUploaded = renewal === "uploaded";
  return (
    <a
      href={recordHref(documentPage, renewalId)}
      aria-label={isUploaded ? t`Renewal: waits for a check` : t`Renewal: no scan yet`}
    >
      <Chip icon={isUploaded ? "wait" : "draft"} look={isUploaded ? undefined : "quiet"}>
        {isUploaded ? <Trans>Waits for a check</Trans> : <Trans>No scan yet</Trans>}
      </Chip>
    </a>
  );
}
