import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import { fleetAvailability, type Candidate, type FleetKind } from "../../availability/availability.contract.ts";
import { useCandidateWords } from "../candidate-words.web.ts";
import { DescribedChoice, type Find } from "../../availability/described-choice.web.tsx";
import type { Trip } from "../trips.contract.ts";
import { tripFlow } from "../trips.flow.ts";

const mostShown = 30;

interface GoesOnWithProps {
  kind: FleetKind;
  name: "vehicleId" | "driverId" | "withAssetId";
  trip: Trip;
  /** What the trip has now. */
  hasAlready: readonly (string | null)[];
  /** What it has just left behind: found where somebody looks for it. */
  left?: readonly string[];
  onChoose: () => void;
}

/**
 * With what a trip goes on, in the form around: offered is what is free and ready. By typing others are found as well, each with why
 * it is not: what has happened can be told.
 */
export function GoesOnWith({ kind, name, trip, hasAlready, left = [], onChoose }: GoesOnWithProps) {
  const about = useCandidateWords();
  const span = useRestOf(trip);
  const queryOf = (q: string) => ({
    kind,
    ...span,
    tripId: trip.id,
    limit: mostShown,
    ...(q === "" ? { which: "ready" as const } : { q, which: "all" as const }),
  });
  const find: Find<Candidate> = {
    can: fleetAvailability.find.can,
    key: (q) => [fleetAvailability.find.path, queryOf(q), hasAlready, left],
    call: async (q, signal) => {
      const { items } = await call(fleetAvailability.find, { query: queryOf(q), signal });
      return items.filter(({ id }) => !hasAlready.includes(id) && (q !== "" || !left.includes(id)));
    },
    follows: fleetAvailability.find.reads,
  };
  return (
    <DescribedChoice
      name={name}
      label={msg`Goes on with`}
      help={<Trans>Offered is what is free and ready. Others are found by typing.</Trans>}
      find={find}
      nameOf={({ name: called }) => called}
      about={about}
      onChoose={onChoose}
    />
  );
}

/** The time for which it is wanted: from now on, or from when the trip is to leave, until that is to be back. */
function useRestOf({ status, plannedStart, plannedEnd }: Trip) {
  const [now] = useState(() => Date.now());
  const from = inGroup(tripFlow, "running", status) ? now : Date.parse(plannedStart);
  const until = Math.max(Date.parse(plannedEnd), from + 30 * 60_000);
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}
