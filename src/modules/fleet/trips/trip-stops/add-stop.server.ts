import { sql } from "kysely";
import type { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { StepWork } from "#server/records/flow.ts";
import { insertRow } from "#server/records/records.ts";
import type { trips } from "../trips.contract.ts";
import type { tripFlow } from "../trips.flow.ts";
import { headForNext } from "./stop-order.server.ts";
import { changedStops, mustHaveRoom } from "./stops-of-delivery.server.ts";

type Added = z.output<typeof trips.addStop.body>;

/** The step that has a trip on its way make one more stop: its driver sees it as soon as their phone hears of it. */
export const addStop: StepWork<"trips", Added, (typeof tripFlow.states)[number]> = {
  check: async (ctx, trip, { locationId, address, plannedArrival }) => {
    if (locationId === null && address === null)
      throw invalid({ address: message("Give an address, or choose a location.") });
    if (locationId !== null) await mustBeThere(ctx, locationId);
    if (Date.parse(plannedArrival) < Date.parse(trip.actualStart ?? trip.plannedStart))
      throw invalid({ plannedArrival: message("The trip begins later than that.") });
    await mustHaveRoom(ctx, trip, 1);
  },
  then: async (ctx, trip, { version: _version, ...stop }) => {
    await insertRow(ctx.db, "trip_stops", { ...stop, tripId: trip.id, position: 10_000 });
    await changedStops(ctx, trip);
    if (trip.actualStart !== null) await headForNext(ctx, trip, null);
  },
  // By its name what is the company's own; of somebody's door what it is for.
  event: async (ctx, _trip, { locationId, kind }) => ({
    changes: { stop: { to: (locationId && (await nameOf(ctx, locationId))) ?? [kind] } },
  }),
};

async function nameOf(ctx: Ctx, locationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from locations where company_id = current_company()
    and id = ${locationId} and archived_at is null`.execute(ctx.db);
  return rows[0]?.name;
}

async function mustBeThere(ctx: Ctx, locationId: string): Promise<void> {
  if ((await nameOf(ctx, locationId)) === undefined)
    throw invalid({ locationId: message("Choose one from the list.") });
}
