import { sql } from "kysely";
import type { z } from "zod";
import { conflict, message, notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { isShown, mustBeChoosable } from "#server/records/named.ts";
import { seenBy } from "#server/records/own.ts";
import { lockById } from "#server/records/records.ts";
import { fleetDeliveries, fleetDeliveryRecord, type newProof } from "./deliveries.contract.ts";
import { loadDelivery, type Loaded } from "./loading/loading.server.ts";
import { mustDrive } from "../trips/own-trip.server.ts";
import { addProof } from "./proofs/add-proof.server.ts";

/** 404 unless the caller dispatches trips, or drives the one that carries it; 409 `not_active` once they drive for nobody here. */
export async function mustBring(ctx: Ctx, id: string): Promise<void> {
  const seen = seenBy(fleetDeliveryRecord, ["CAN_DISPATCH_TRIPS", ...fleetDeliveryRecord.own.can]);
  if (!(await isShown(ctx.db, ctx, { table: fleetDeliveryRecord.table, seen }, id))) throw notFound();
  await mustDrive(ctx);
}

/** Of a delivery that a body names and the caller is not shown nothing is said. */
export const mustSeeDelivery = (ctx: Ctx, id: string | null): Promise<void> =>
  mustBeChoosable(ctx, fleetDeliveryRecord, fleetDeliveries.list.can, ["deliveryId", id]);

/** 409 `delivery_gone` unless a trip has a delivery, or made an attempt at it: what never was on it, it cannot have brought. */
export async function mustHaveBeenOn(ctx: Ctx, id: string, tripId: string): Promise<void> {
  const { rows } =
    await sql`select from fleet_deliveries where company_id = current_company() and id = ${id} and trip_id = ${tripId}
    union all select from fleet_delivery_attempts
    where company_id = current_company() and delivery_id = ${id} and trip_id = ${tripId}`.execute(ctx.db);
  if (rows.length === 0)
    throw conflict(
      "delivery_gone",
      message("The delivery was never out with this trip. If it was brought all the same, say so on its own page."),
    );
}

type Proof = z.output<typeof newProof>;

/** Adds a proof of the attempt at hand, by whoever brings the delivery. */
export async function proveDelivery(ctx: Ctx, id: string, given: Proof): Promise<void> {
  await mustBring(ctx, id);
  await proveDeliveryThen(ctx, id, given);
}

/** The same by a driver who had it when it was so, also of the attempt by a trip: whoever calls it has made sure of that. */
export async function proveDeliveryThen(ctx: Ctx, id: string, given: Proof, byTrip?: string): Promise<void> {
  await addProof(ctx, await lockById(ctx.db, "fleet_deliveries", id), given, byTrip);
}

/** Says what of it is on board, by whoever brings it; whether it was told otherwise before, and whether something is short or over. */
export async function tellLoad(ctx: Ctx, id: string, loaded: Loaded) {
  await mustBring(ctx, id);
  return tellLoadThen(ctx, id, loaded);
}

/** The same by a driver who had it when it was so: whoever calls it has made sure of that. */
export const tellLoadThen = async (ctx: Ctx, id: string, loaded: Loaded) =>
  loadDelivery(ctx, await lockById(ctx.db, "fleet_deliveries", id), loaded);
