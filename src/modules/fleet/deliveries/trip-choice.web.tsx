import { msg } from "@lingui/core/macro";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import { statusStyleOf } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { DescribedChoice, type Find } from "../availability/described-choice.web.tsx";
import { tripStatusStyles } from "../trips/trip-words.web.tsx";
import { trips, type TripRow } from "../trips/trips.contract.ts";
import { tripFlow } from "../trips/trips.flow.ts";

const open = tripFlow.states.filter((state) => !inGroup(tripFlow, "over", state)).join(",");
const queryOf = (q: string) => ({ status: open, sort: "plannedStart" as const, limit: 30, ...(q !== "" && { q }) });
const find: Find<TripRow> = {
  can: trips.list.can,
  key: (q) => [trips.list.path, "choose", queryOf(q)],
  call: async (q, signal) => (await call(trips.list, { query: queryOf(q), signal })).items,
  follows: ["trip"],
};

/** The trip that brings a delivery, in the form around: of those that are not over the next ones, and by typing all. */
export function TripChoice() {
  const fmt = useFormat();
  const words = useWords();
  const about = (trip: TripRow) =>
    [
      fmt.instant(trip.plannedStart),
      [trip.firstStopName, trip.lastStopName].filter(Boolean).join(" → "),
      trip.vehicleName,
      trip.driverName,
      words(statusStyleOf(tripStatusStyles, trip.status).label),
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <DescribedChoice
      name="tripId"
      label={msg`Trip`}
      find={find}
      nameOf={({ tripNumber }) => tripNumber}
      about={about}
      autoFocus
    />
  );
}
