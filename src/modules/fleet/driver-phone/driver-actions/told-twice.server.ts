import { sql } from "kysely";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { fleetDeliveryFlow } from "../../deliveries/deliveries.flow.ts";
import type { DriverAction } from "./driver-actions.contract.ts";

interface Trip {
  readonly id: string;
  readonly status: string;
  readonly actualStart: string | null;
  readonly theirDriverId: string;
  readonly isTheirs: boolean;
}

/**
 * Whether somebody else who is on the trip has told the same already, and it stands so: two phones of one trip tell one fact,
 * of which the first report counts. What they tell otherwise is for the dispatcher.
 */
export async function isToldByAnother(ctx: Ctx, trip: Trip, action: DriverAction): Promise<boolean> {
  if (!trip.isTheirs || !(await standsSo(ctx, trip, action))) return false;
  const { rows } = await sql<{
    lines: unknown;
    signerName: string | null;
  }>`select a.payload->'lines' as lines, a.payload->>'signerName' as "signerName" from driver_actions a
    where a.company_id = current_company() and a.trip_id = ${trip.id} and a.kind = ${action.kind}
      and a.driver_id <> ${trip.theirDriverId} and a.is_applied
      and a.stop_id is not distinct from ${"stopId" in action ? action.stopId : null}
      and a.delivery_id is not distinct from ${"deliveryId" in action ? action.deliveryId : null}
    order by a.received_at desc limit 1`.execute(ctx.db);
  const [told] = rows;
  if (told === undefined) return false;
  if ("signerName" in action && action.signerName !== null && action.signerName !== told.signerName) return false;
  return action.kind !== "deliver_partly" || quantitiesOf(told.lines) === quantitiesOf(action.lines);
}

/** What a delivery is whose outcome was told so; one of which some line is over, and none short, is delivered. */
const outcomes = {
  deliver: (status: string) => status === "delivered",
  deliver_partly: (status: string) => inGroup(fleetDeliveryFlow, "handedOver", status),
  fail_delivery: (status: string) => status === "failed",
} as const;
const ends = { complete_stop: "completed", fail_stop: "failed", skip_stop: "skipped" } as const;

/** Whether things stand as a report says. Proofs and what is on board are told as often as anybody likes. */
async function standsSo(ctx: Ctx, { status, actualStart }: Trip, action: DriverAction): Promise<boolean> {
  switch (action.kind) {
    case "start":
      return actualStart !== null;
    case "pause":
      return status === "paused";
    case "resume":
      return status === "in_progress";
    case "complete":
      return status === "completed";
    case "arrive":
    case "complete_stop":
    case "fail_stop":
    case "skip_stop": {
      const { rows } = await sql<{
        status: string;
        isReached: boolean;
      }>`select status, arrived_at is not null as "isReached"
        from trip_stops where company_id = current_company() and id = ${action.stopId}`.execute(ctx.db);
      return action.kind === "arrive" ? rows[0]?.isReached === true : rows[0]?.status === ends[action.kind];
    }
    case "deliver":
    case "deliver_partly":
    case "fail_delivery": {
      const { rows } = await sql<{ status: string }>`select status from fleet_deliveries
        where company_id = current_company() and id = ${action.deliveryId}`.execute(ctx.db);
      return rows[0] !== undefined && outcomes[action.kind](rows[0].status);
    }
    case "acknowledge":
    case "load_delivery":
    case "prove_delivery":
      return false;
  }
}

/** How much was handed over of which lines, whatever words were found for it. */
function quantitiesOf(lines: unknown): string {
  if (!Array.isArray(lines)) return "";
  const told = lines as { id: string; deliveredQuantity: string; damagedQuantity: string }[]; // as they were kept
  return told
    .map(
      ({ id, deliveredQuantity, damagedQuantity }) => `${id} ${Number(deliveredQuantity)} ${Number(damagedQuantity)}`,
    )
    .toSorted()
    .join();
}
