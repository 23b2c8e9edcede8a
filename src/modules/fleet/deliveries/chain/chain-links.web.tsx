import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useMay } from "#web/api/session.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Door } from "#web/ui/marks.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { deliverySchedules } from "../../../warehouse/delivery-schedules/delivery-schedules.contract.ts";
import { trips } from "../../trips/trips.contract.ts";
import { lateMinutes, type ChainWay, type DeliveryChain } from "./chain.contract.ts";
import styles from "./chain.module.css";

/** One column of the chain. */
export interface ChainLink {
  readonly title: string;
  readonly name: ReactNode;
  readonly about: string | null;
  readonly planned: ReactNode;
  readonly expected: ReactNode;
  /** What it would be by the way that is looked at, and whom that touches. */
  readonly proposed: ReactNode;
  readonly touches: ReactNode;
  readonly isMoved: boolean;
}

const minute = 60_000;
const between = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / minute);

/** The four links with what the server says of them; null is one that the caller does not see. */
export function useLinks(chain: DeliveryChain | undefined, way: ChainWay | null): (ChainLink | null)[] {
  const { t } = useLingui();
  const fmt = useFormat();
  const may = useMay();
  if (!chain) return [];
  const { orders, slot, stop, receipts, minutesLate } = chain;
  const day = (instant: string) => fmt.instant(instant);
  /** A stretch of time: its day is said once. */
  const stretch = (from: string, until: string) => `${day(from)} – ${fmt.time(until)}`;
  const kept = <Trans>kept</Trans>;
  const amber = (text: ReactNode) => <span className={styles.hand}>{text}</span>;
  const begins = way && (way.slot?.plannedStart ?? slot?.plannedStart ?? way.arrival);

  const order = orders?.[0];
  const due = order?.dueOn && fmt.date(order.dueOn);
  const orderLink = order && {
    title: t`Purchase order`,
    name: (
      <>
        <a href={recordHref("/warehouse/purchase-orders/details", order.id)}>{order.number}</a>
        {orders.length > 1 && ` +${orders.length - 1}`}
      </>
    ),
    about: order.vendorName,
    planned: due && (order.isLate ? amber(<Trans>late, was due by {due}</Trans>) : <Trans>by {due}</Trans>),
    expected: stop?.expectedArrival ? day(stop.expectedArrival) : ((stop?.arrivedAt && day(stop.arrivedAt)) ?? "–"),
    proposed: kept,
    touches: null,
    isMoved: false,
  };

  const slotLink = slot && {
    title: t`Dock slot`,
    name: (
      <>
        {slot.dockCode && <Door number={slot.dockCode} />}
        {may(deliverySchedules.read.can) ? (
          <a href={recordHref("/warehouse/delivery-schedules/details", slot.id)}>{slot.number}</a>
        ) : (
          slot.number
        )}
      </>
    ),
    about: slot.locationName,
    planned: stretch(slot.plannedStart, slot.plannedEnd),
    expected: slotExpected(),
    proposed: way?.slot ? (
      <>
        <s>{fmt.time(slot.plannedStart)}</s> {stretch(way.slot.plannedStart, way.slot.plannedEnd)}
        <small>{way.kind === "same_dock" ? <Trans>same dock</Trans> : <Trans>dock {way.slot.dockCode}</Trans>}</small>
      </>
    ) : (
      kept
    ),
    touches:
      way && way.dockWaits > lateMinutes ? amber(<Trans>stands empty for {fmt.span(way.dockWaits)}</Trans>) : null,
    isMoved: Boolean(way?.slot),
  };
  function slotExpected(): ReactNode {
    if (slot?.gateInAt) return <Trans>came {day(slot.gateInAt)}</Trans>;
    if (minutesLate === null) return "–";
    if (minutesLate > lateMinutes) return amber(<Trans>truck {fmt.span(minutesLate)} late</Trans>);
    return minutesLate < 0 ? <Trans>truck {fmt.span(-minutesLate)} early</Trans> : <Trans>truck in time</Trans>;
  }

  const behind = stop?.expectedArrival ? between(stop.plannedArrival, stop.expectedArrival) : 0;
  const stopLink = stop && {
    title: t`Trip stop`,
    name: (
      <span>
        {may(trips.read.can) ? (
          <a href={recordHref("/fleet/trips/details", stop.tripId)}>{stop.tripNumber}</a>
        ) : (
          stop.tripNumber
        )}
        , <Trans>stop {stop.stopNumber}</Trans>
      </span>
    ),
    about: stop.vehicleName,
    planned: (
      <>
        {day(stop.plannedArrival)} <small>{t`leaves ${fmt.time(stop.plannedDeparture)}`}</small>
      </>
    ),
    expected: stopExpected(),
    proposed: way && (
      <>
        {day(way.arrival)} <Trans>leaves {fmt.time(way.departure)}</Trans>
        {way.truckWaits > 0 && <small>{t`waits ${fmt.span(way.truckWaits)} at the gate`}</small>}
      </>
    ),
    touches: way?.next ? nextStop(way.next) : null,
    isMoved: Boolean(way?.trip),
  };
  function stopExpected(): ReactNode {
    if (stop?.arrivedAt) return <Trans>reached {day(stop.arrivedAt)}</Trans>;
    if (!stop?.expectedArrival) return "–";
    return behind > 0 ? amber(`${day(stop.expectedArrival)} +${fmt.span(behind)}`) : day(stop.expectedArrival);
  }
  function nextStop({ stopNumber, place, plannedArrival, arrival, isAfterWindow }: NonNullable<ChainWay["next"]>) {
    const by = between(plannedArrival, arrival);
    const name = t`stop ${stopNumber}, ${place}`;
    if (by === 0) return <Trans>{name} keeps its time</Trans>;
    const says = `${name}: ${day(arrival)}, ${by > 0 ? "+" : "−"}${fmt.span(Math.abs(by))}`;
    return isAfterWindow ? amber(<Trans>{says}, after its window</Trans>) : says;
  }

  const [receipt] = receipts ?? [];
  const receiptLink = receipts && {
    title: t`Receipt`,
    name: receipt ? (
      <>
        <a href={recordHref("/warehouse/receipts/details", receipt.id)}>{receipt.number}</a>
        {receipts.length > 1 && ` +${receipts.length - 1}`}
      </>
    ) : (
      <Trans>Not begun</Trans>
    ),
    about: null,
    planned: slot ? stretch(slot.plannedStart, slot.plannedEnd) : "–",
    expected: receipt ? <Trans>received {day(receipt.at)}</Trans> : expectedAtDock(),
    proposed: way && begins && day(begins > way.arrival ? begins : way.arrival),
    touches: null,
    isMoved: false,
  };
  function expectedAtDock(): ReactNode {
    if (!slot || !stop?.expectedArrival) return "–";
    return day(stop.expectedArrival > slot.plannedStart ? stop.expectedArrival : slot.plannedStart);
  }
  return [orderLink ?? null, slotLink, stopLink, receiptLink];
}
