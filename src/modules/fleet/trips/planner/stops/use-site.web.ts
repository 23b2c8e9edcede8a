import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { locations } from "../../../../settings/locations/locations.contract.ts";

/** Where a trip is most likely loaded: where its vehicle is at home, else at the company's only location; null: that is open. */
export function useSite(homeId: string | null, isAsked: boolean): string | null {
  const may = useMay();
  const { data } = useQuery({
    queryKey: [locations.list.path, "only"],
    queryFn: ({ signal }) => call(locations.list, { query: { isActive: "true", limit: 2 }, signal }),
    enabled: isAsked && homeId === null && may(locations.list.can),
    meta: { quiet: true },
  });
  const [only, other] = data?.items ?? [];
  return homeId ?? (other === undefined ? (only?.id ?? null) : null);
}
