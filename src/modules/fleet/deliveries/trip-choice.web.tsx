import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import { statusStyleOf } from "#web/ui/status/chip.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { DescribedChoice, type Find } from "../availability/described-choice.web.tsx";
import { tripStatusStyles } from "../trips/trip-words.web.tsx";
import { trips, type TripRow } from "../trips/trips.contract.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { tripsToChoose, type Within } from "./trips-to-choose.web.ts";

const isOpen = (state: TripRow["status"]) => !inGroup(tripFlow, "over", state);
const open = tripFlow.states.filter(isOpen).join(",");
const ahead = tripFlow.states.filter((state) => isOpen(state) && !inGroup(tripFlow, "running", state)).join(",");
const ask = async (query: { status: string; q?: string; plannedStart?: string }, signal: AbortSignal) =>
  (await call(trips.list, { query: { sort: "plannedStart", limit: 30, ...query }, signal })).items;

/** Trips of some words; without any those that leave around the window, the next ones, and what is late or on the road. */
const find = (within: Within | undefined, zone: string, today: string): Find<TripRow> => ({
  can: trips.list.can,
  key: (q) => [trips.list.path, "choose", within?.windowStart, within?.windowEnd, q],
  call: async (q, signal) => {
    const around = within && `${dayAt(within.windowStart, zone)}..${dayAt(within.windowEnd, zone)}`;
    const found = await Promise.all(
      q === ""
        ? [
            ...(around ? [ask({ status: ahead, plannedStart: around }, signal)] : []),
            ask({ status: ahead, plannedStart: `${today}..` }, signal),
            ask({ status: open }, signal),
          ]
        : [ask({ status: open, q }, signal)],
    );
    return tripsToChoose(found.flat(), within, new Date().toISOString());
  },
});

/** The trip that brings a delivery, in the form around: first those that can take it in its window; by typing all that are not over. */
export function TripChoice({ within }: { within?: Within }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const words = useWords();
  const about = (trip: TripRow) =>
    [
      trip.isLate ? t`Late` : null,
      words(statusStyleOf(tripStatusStyles, trip.status).label),
      fmt.instant(trip.plannedStart),
      [trip.firstStopName, trip.lastStopName].filter(Boolean).join(" → "),
      trip.vehicleName,
      trip.driverName,
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <DescribedChoice
      name="tripId"
      label={msg`Trip`}
      find={find(within, fmt.zone, fmt.today())}
      nameOf={({ tripNumber }) => tripNumber}
      about={about}
      autoFocus
    />
  );
}
