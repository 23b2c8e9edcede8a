import { inGroup } from "#shared/flow/groups.ts";
import { compare, subtract } from "#shared/format/money.ts";
import { fleetDeliveryFlow } from "../deliveries/deliveries.flow.ts";
import { tripStopFlow } from "../trips/trip-stops/trip-stops.flow.ts";
import type { DriverActionInput, OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";

const isOver = ({ status }: OwnStop) => inGroup(tripStopFlow, "over", status);

/** Where a trip is, or goes, next; undefined once each of its stops is over. */
export function nextStop({ stops }: Pick<OwnTrip, "stops">): OwnStop | undefined {
  return (
    stops.find(({ status }) => status === "arrived") ??
    stops.find(({ status }) => status === "en_route") ??
    stops.find(({ status }) => status === "pending")
  );
}

/** What is brought to a stop. */
export const deliveriesAt = ({ deliveries }: Pick<OwnTrip, "deliveries">, stop: OwnStop | undefined) =>
  deliveries.filter(({ dropoffStopId }) => stop !== undefined && dropoffStopId === stop.id);

/** What is loaded at a stop. */
export const loadsAt = ({ deliveries }: Pick<OwnTrip, "deliveries">, stop: OwnStop | undefined) =>
  deliveries.filter(({ pickupStopId }) => stop !== undefined && pickupStopId === stop.id);

type OwnLine = OwnDelivery["lines"][number];

/** How much of a line is on board: what was loaded, else what was planned. */
export const onBoard = ({ loadedQuantity, plannedQuantity }: OwnLine): string => loadedQuantity ?? plannedQuantity;

/** Less of it was loaded than planned, or more. */
export const isOther = (line: OwnLine): boolean => compare(onBoard(line), line.plannedQuantity) !== 0;

/** Nothing of it came when it was loaded: there is nothing to bring. */
export const isNotOnBoard = ({ lines }: OwnDelivery): boolean =>
  lines.length > 0 && lines.every((line) => compare(onBoard(line), "0") === 0);

/** Whether it is still to be said what became of it. */
export const isOpenDelivery = ({ status }: OwnDelivery): boolean => inGroup(fleetDeliveryFlow, "underWay", status);

/** Whether its driver has said what became of it, and may say it again. */
export const isTold = ({ status }: OwnDelivery): boolean => inGroup(fleetDeliveryFlow, "told", status);

/** What was to be brought to the stops that are over. */
export const deliveriesBefore = ({ stops, deliveries }: Pick<OwnTrip, "stops" | "deliveries">) => {
  const over = new Set(stops.filter(isOver).map(({ id }) => id));
  return deliveries.filter(
    (one) => one.dropoffStopId !== null && over.has(one.dropoffStopId) && !(isNotOnBoard(one) && isOpenDelivery(one)),
  );
};

/** Of which deliveries of a stop nobody has said yet what was loaded there, or what became of them. */
export const untoldAt = (trip: Pick<OwnTrip, "deliveries">, stop: OwnStop): OwnDelivery[] => [
  ...loadsAt(trip, stop).filter((one) => isOpenDelivery(one) && one.loadedAt === null),
  ...deliveriesAt(trip, stop).filter((one) => isOpenDelivery(one) && !isNotOnBoard(one)),
];

/** Of which deliveries of a stop somebody has got something, and a proof that is asked for is not taken. */
export const unprovedAt = (trip: Pick<OwnTrip, "deliveries">, stop: OwnStop | undefined): OwnDelivery[] =>
  deliveriesAt(trip, stop).filter(
    ({ status, proofsMissing }) => inGroup(fleetDeliveryFlow, "handedOver", status) && proofsMissing.length > 0,
  );

/** The delivery of which something is to be told next where the trip stands; undefined where it can be left. */
export function nextToTell(trip: OwnTrip, stop: OwnStop | undefined): OwnDelivery | undefined {
  if (trip.status !== "in_progress" || stop?.status !== "arrived") return undefined;
  const open = [...untoldAt(trip, stop), ...unprovedAt(trip, stop)];
  return [...loadsAt(trip, stop), ...deliveriesAt(trip, stop)].find((one) => open.includes(one));
}

/** What should be on board of what was to be brought: what nobody has told of, and what was not handed over. */
export function stillOnBoard({ stops, deliveries }: Pick<OwnTrip, "stops" | "deliveries">) {
  const made = new Set(stops.filter(({ status }) => status === "completed").map(({ id }) => id));
  const isLoaded = ({ status, loadedAt, pickupStopId }: OwnDelivery) =>
    status !== "assigned" || loadedAt !== null || pickupStopId === null || made.has(pickupStopId);
  return deliveries.flatMap((delivery) => {
    const isOpen = isOpenDelivery(delivery) && isLoaded(delivery);
    const isBack = inGroup(fleetDeliveryFlow, "undecided", delivery.status);
    const isPartly = delivery.status === "partly_delivered";
    if (!isOpen && !isBack && !isPartly) return [];
    const lines = delivery.lines.flatMap((line) => {
      const { deliveredQuantity = "0", damagedQuantity = "0" } = line; // both were handed over
      const left = isPartly ? subtract(subtract(onBoard(line), deliveredQuantity), damagedQuantity) : onBoard(line);
      return compare(left, "0") > 0 ? [{ ...line, quantity: left }] : [];
    });
    return lines.length > 0 ? [{ delivery, lines }] : [];
  });
}

/**
 * What comes next at a stop once something was told of one of its deliveries: its proof where one is asked for, else the next of
 * which nobody has told, else the same.
 */
export function afterTelling(
  trip: Pick<OwnTrip, "deliveries">,
  stop: OwnStop | undefined,
  { id, proofsMissing }: OwnDelivery,
  isProofDue: boolean,
): { readonly id: string } {
  if (isProofDue && proofsMissing.length > 0) return { id };
  const others = stop?.status === "arrived" ? untoldAt(trip, stop).filter((one) => one.id !== id) : [];
  return { id: others[0]?.id ?? id };
}

/** A stop that was made, and to which nothing was brought of what was for it. */
export const isInVain = (trip: Pick<OwnTrip, "deliveries">, stop: OwnStop): boolean => {
  const brought = deliveriesAt(trip, stop);
  return (
    stop.status === "completed" &&
    brought.length > 0 &&
    brought.every(({ status }) => inGroup(fleetDeliveryFlow, "undelivered", status))
  );
};

/** Whether another stop was to be made before this one. */
export const isOutOfOrder = ({ stops }: Pick<OwnTrip, "stops">, stop: OwnStop): boolean =>
  stops
    .slice(
      0,
      stops.findIndex(({ id }) => id === stop.id),
    )
    .some((one) => !isOver(one));

/** A trip as its driver knows it: as the server told it last, and then what they did since, in its order. */
export function withReports(trip: OwnTrip, actions: readonly DriverActionInput[]): OwnTrip {
  return actions.filter(({ tripId }) => tripId === trip.id).reduce(after, trip);
}

function after(trip: OwnTrip, action: DriverActionInput): OwnTrip {
  const { at } = action;
  switch (action.kind) {
    case "acknowledge":
      return { ...trip, acknowledgedAt: trip.acknowledgedAt ?? at };
    case "start":
      return heading(metered({ ...trip, status: "in_progress", actualStart: trip.actualStart ?? at }, action));
    case "pause":
      return { ...trip, status: "paused", statusReason: action.reason };
    case "resume":
      return { ...trip, status: "in_progress", statusReason: null };
    case "complete":
      return metered({ ...trip, status: "completed", actualEnd: trip.actualEnd ?? at }, action);
    case "arrive":
      return changed(halted(trip), action.stopId, (stop) => ({
        ...stop,
        status: "arrived",
        arrivedAt: stop.arrivedAt ?? at,
      }));
    case "complete_stop":
      return heading(
        changed(trip, action.stopId, (stop) => ({ ...stop, status: "completed", departedAt: stop.departedAt ?? at })),
      );
    case "fail_stop":
      return heading(
        changed(trip, action.stopId, (stop) => ({
          ...stop,
          status: "failed",
          departedAt: stop.departedAt ?? at,
          outcomeReason: action.reason,
        })),
      );
    case "skip_stop":
      return heading(
        changed(trip, action.stopId, (stop) => ({ ...stop, status: "skipped", outcomeReason: action.reason })),
      );
    case "load_delivery":
      return brought(trip, action.deliveryId, loaded(action));
    case "deliver":
      return brought(trip, action.deliveryId, handedOver([]));
    case "deliver_partly":
      return brought(trip, action.deliveryId, handedOver(action.lines));
    case "fail_delivery":
      return brought(trip, action.deliveryId, { status: "failed" });
    case "prove_delivery":
      return brought(trip, action.deliveryId, ({ proofs = [], proofsMissing }) => ({
        proofs: [...proofs, { type: action.type, signerName: action.signerName ?? null }],
        proofsMissing: proofsMissing.filter((type) => type !== action.type),
      }));
  }
}

type DeliveryChange = Partial<OwnDelivery> | ((delivery: OwnDelivery) => Partial<OwnDelivery>);

const brought = (trip: OwnTrip, id: string, change: DeliveryChange): OwnTrip => ({
  ...trip,
  deliveries: trip.deliveries.map((one) =>
    one.id === id ? { ...one, ...(typeof change === "function" ? change(one) : change) } : one,
  ),
});

type Part = Extract<DriverActionInput, { kind: "deliver_partly" }>;
/** Of a line that is not named all was handed over that was planned. */
const handedOver =
  (told: Part["lines"]) =>
  ({ lines }: OwnDelivery): Partial<OwnDelivery> => {
    const after = lines.map((line) => {
      const said = told.find(({ id }) => id === line.id);
      const { deliveredQuantity = line.plannedQuantity, damagedQuantity = "0", reason = null } = said ?? {};
      return {
        ...line,
        deliveredQuantity: String(deliveredQuantity),
        damagedQuantity: String(damagedQuantity),
        deliveredReason: reason,
      };
    });
    const isShort = after.some((line) => compare(line.deliveredQuantity, line.plannedQuantity) < 0);
    return { status: isShort ? "partly_delivered" : "delivered", lines: after };
  };

type Load = Extract<DriverActionInput, { kind: "load_delivery" }>;
const loaded =
  ({ at, lines: told = [] }: Load) =>
  ({ lines }: OwnDelivery): Partial<OwnDelivery> => ({
    loadedAt: at,
    lines: lines.map((line) => {
      const { loadedQuantity = line.plannedQuantity, reason = null } = told.find(({ id }) => id === line.id) ?? {};
      return { ...line, loadedQuantity, loadReason: reason };
    }),
  });

/** What was read of the meter is the last that is known of it. */
const metered = (trip: OwnTrip, { meterValue }: { meterValue?: string | number | null | undefined }): OwnTrip =>
  meterValue ? { ...trip, lastMeter: String(meterValue) } : trip;

const changed = (trip: OwnTrip, id: string, change: (stop: OwnStop) => OwnStop): OwnTrip => ({
  ...trip,
  stops: trip.stops.map((stop) => (stop.id === id && !isOver(stop) ? change(stop) : stop)),
});

/** No longer on the way to where it was going. */
const halted = (trip: OwnTrip): OwnTrip => ({
  ...trip,
  stops: trip.stops.map((stop) => (stop.status === "en_route" ? { ...stop, status: "pending" } : stop)),
});

/** On the way to the next stop, unless it is on the way, or stands, already. */
function heading(trip: OwnTrip): OwnTrip {
  const next = nextStop(trip);
  return next?.status === "pending" ? changed(trip, next.id, (stop) => ({ ...stop, status: "en_route" })) : trip;
}
