import { useQuery } from "@tanstack/react-query";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { trips, type Trip } from "../trips.contract.ts";

/** What would keep a trip from being dispatched as it is now, while that can be mended. */
export function useChecks(trip: Trip) {
  return useQuery({
    queryKey: [trips.checks.path, trip.id, trip.version],
    queryFn: ({ signal }) => call(trips.checks, { id: trip.id, signal }),
    enabled: hasAbility(trip, "check"),
    meta: { follows: trips.checks.reads },
  });
}
