import { msg } from "@lingui/core/macro";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import type {
  ActionFlag,
  departureItem,
  DriverActionRow,
  OwnDelivery,
  OwnTrip,
} from "./driver-actions/driver-actions.contract.ts";
import { nextStop } from "./with-reports.ts";

/** The states of a trip as its driver knows them. */
const ownTripStyles: StatusStyles<string> = {
  dispatched: { icon: "wait", tone: "v", label: msg`For you` },
  in_progress: { icon: "live", label: msg`Driving` },
  at_stop: { icon: "live", label: msg`At the stop` },
  paused: { icon: "warn", label: msg`Pause` },
  completed: { icon: "done", label: msg`Done` },
  aborted: { icon: "bad", label: msg`Ended early` },
};

/** The state of a trip, to the one who drives it; it is no news any more that one is theirs which they have taken. */
export function TripChip({ trip }: { trip: OwnTrip }) {
  const { status, acknowledgedAt } = trip;
  if (status === "dispatched" && acknowledgedAt !== null) return null;
  const isAtStop = status === "in_progress" && nextStop(trip)?.status === "arrived";
  return <StateChip statusStyles={ownTripStyles} state={isAtStop ? "at_stop" : status} />;
}

export const kindWords: Readonly<Record<DriverActionRow["kind"], ReturnType<typeof msg>>> = {
  acknowledge: msg`Acknowledged`,
  start: msg`Started`,
  pause: msg`Pause`,
  resume: msg`Went on`,
  arrive: msg`Arrived`,
  complete_stop: msg`Stop done`,
  fail_stop: msg`Stop failed`,
  skip_stop: msg`Stop skipped`,
  complete: msg`Trip ended`,
  load_delivery: msg`Loaded`,
  deliver: msg`Delivered`,
  deliver_partly: msg`Partly delivered`,
  fail_delivery: msg`Not delivered`,
  prove_delivery: msg`Proof of delivery`,
};

/** What did not fit of a report, for whoever drove and whoever dispatches. */
export const flagWords: Readonly<Record<ActionFlag, ReturnType<typeof msg>>> = {
  clock_off: msg`the phone's clock was wrong and was set right`,
  time_clamped: msg`the time cannot have been so and was moved`,
  meter_refused: msg`the meter contradicts what it showed before and was not entered`,
  meter_jump: msg`the meter went further than a vehicle drives in that time`,
  not_ready: msg`as things stand it would not have been let go`,
  check_failed: msg`something was not in order before leaving`,
  loaded_short: msg`less was loaded than planned`,
  loaded_over: msg`more was loaded than planned`,
  not_arrived: msg`it was handed over, and nobody has said that its stop was reached`,
  more_than_loaded: msg`more of it was handed over than was loaded`,
  told_again: msg`the driver had told it otherwise before`,
  handed_over: msg`somebody else had taken the trip over before it was told`,
  not_active: msg`whoever told it does not drive for the company now`,
  out_of_order: msg`another stop was to come first`,
  not_yours: msg`somebody else has the trip now`,
  recalled: msg`the trip was taken back`,
  trip_over: msg`the trip was over already`,
  still_on_trip: msg`another trip had not ended`,
  still_at_stop: msg`it stood at another stop still`,
  stops_open: msg`stops were still to be made`,
  stop_gone: msg`the stop is no longer on the trip`,
  delivery_gone: msg`the delivery is no longer on the trip`,
  wrong_state: msg`it had been reported already, or something before it is missing`,
  wrong_code: msg`the code was not the one that was mailed`,
  not_possible: msg`it could not be entered`,
};

/** The states of a delivery as its driver knows them. */
export const ownDeliveryStyles: StatusStyles<string> = {
  assigned: { icon: "draft", label: msg`To be loaded` },
  out_for_delivery: { icon: "live", label: msg`On board` },
  delivered: { icon: "done", label: msg`Delivered` },
  partly_delivered: { icon: "warn", label: msg`Partly delivered` },
  failed: { icon: "bad", label: msg`Not delivered` },
  returning: { icon: "warn", label: msg`Goes back` },
  returned: { icon: "ended", label: msg`Returned` },
};

export const checkWords: Readonly<Record<(typeof departureItem.options)[number], ReturnType<typeof msg>>> = {
  tyres: msg`Tyres`,
  lights: msg`Lights`,
  load_secured: msg`Load is secured`,
  papers: msg`Papers are here`,
  damage: msg`No new damage`,
};

/** How a driver knows a delivery: its number, and whose it is. */
export const nameOf = ({ deliveryNumber, consigneeName }: OwnDelivery): string =>
  [deliveryNumber, consigneeName].filter(Boolean).join(" ");
