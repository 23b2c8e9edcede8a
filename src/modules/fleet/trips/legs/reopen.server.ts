import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { driverDoes } from "../../drivers/duty.server.ts";
import { holdOnTheRoad } from "../bookings/hold-resources.server.ts";
import { mustBeFree } from "../guards/must-be-free.server.ts";
import { attachAssets, takeAlongAgain } from "../trip-assets/trip-assets.server.ts";
import { forgetReading } from "../meters/read-meter.server.ts";
import { resumeLegs, runsSince } from "./legs.server.ts";

/**
 * A trip that was completed by mistake has again what it had: 409 where another one has it by now. What the meter showed at an end
 * that was none is void.
 */
export async function goOn(ctx: Ctx, trip: RecordOf<"trips">): Promise<void> {
  await takeAlongAgain(ctx, trip);
  await mustBeFree(ctx, trip);
  await attachAssets(ctx, trip);
  await resumeLegs(ctx, trip);
  await holdOnTheRoad(ctx, trip);
  const reason = "its trip was taken up again";
  await forgetReading(ctx, trip, { source: "trip_end", reason, since: await runsSince(ctx, trip) });
  await driverDoes(ctx, trip, "driving", new Date().toISOString());
}
