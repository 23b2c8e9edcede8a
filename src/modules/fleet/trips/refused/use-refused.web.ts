import { useQueries, useQuery } from "@tanstack/react-query";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import type { Trip } from "../trips.contract.ts";
import { tripFlow } from "../trips.flow.ts";
import { refusedTrips } from "./refused-trips.contract.ts";

/** As many as the server looks at in one call. */
const most = 50;
let batch: { readonly ids: string[]; readonly answer: Promise<ReadonlySet<string>> } | null = null;

/** Each row asks for itself; those that are drawn at once are answered by one call. */
async function isRefused(id: string): Promise<boolean> {
  if (!batch || batch.ids.length === most) batch = begin();
  batch.ids.push(id);
  return (await batch.answer).has(id);
}

function begin() {
  const ids: string[] = [];
  const ask = async () => {
    await Promise.resolve();
    if (batch?.ids === ids) batch = null;
    return new Set((await call(refusedTrips.find, { query: { ids: ids.join(",") } })).ids);
  };
  return { ids, answer: ask() };
}

type Asked = Pick<Trip, "id" | "version" | "status">;

const questionOf = (trip: Asked) => ({
  queryKey: [refusedTrips.find.path, trip.id, trip.version],
  queryFn: () => isRefused(trip.id),
  enabled: inGroup(tripFlow, "holding", trip.status),
  meta: { quiet: true, follows: refusedTrips.find.reads },
});

/** Whether a trip would be kept in the yard as things stand now, and nobody has answered for it; false as long as that is not known. */
export function useRefused(trip: Asked): boolean {
  const { data = false } = useQuery(questionOf(trip));
  return data;
}

/** Those of some trips of which the same is so, by their ids. */
export function useRefusedAmong(trips: readonly Asked[]): ReadonlySet<string> {
  const asked = trips.filter(({ status }) => inGroup(tripFlow, "holding", status));
  return useQueries({
    queries: asked.map(questionOf),
    combine: (answers) => new Set(asked.flatMap(({ id }, n) => (answers[n]?.data === true ? [id] : []))),
  });
}
