import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { useRecord } from "#web/list/data/use-record.ts";
import { locations } from "../../../settings/locations/locations.contract.ts";
import { vehicles } from "../../vehicles/vehicles.contract.ts";
import type { Places } from "./plan-times.web.ts";
import type { Plan } from "./plan.web.ts";

/** Where the company's locations of a plan are, and where its vehicle is at home, as far as that is shown to whoever plans. */
export function usePlaces({ vehicleId, stops }: Pick<Plan, "vehicleId" | "stops">): Places {
  const may = useMay();
  const vehicle = useRecord(vehicles, may(vehicles.read.can) ? vehicleId : null).record;
  const homeId = vehicle?.homeLocationId ?? null;
  const ids = [...new Set([homeId, ...stops.map(({ locationId }) => locationId)])].filter((id) => id !== null);
  const { data } = useQuery({
    queryKey: [locations.list.path, "planned", ids.toSorted()],
    queryFn: ({ signal }) => call(locations.list, { query: { ids: ids.join(","), limit: 200 }, signal }),
    enabled: ids.length > 0 && may(locations.list.can),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return {
    locations: new Map((data?.items ?? []).map((one) => [one.id, one])),
    home: homeId === null ? null : { locationId: homeId, address: null, latitude: null, longitude: null },
  };
}
