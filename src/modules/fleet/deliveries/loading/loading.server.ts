import { sql } from "kysely";
import type { z } from "zod";
import { compare } from "#shared/format/money.ts";
import { conflict, invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, updateRow, type RecordOf } from "#server/records/records.ts";
import { judgeOnTheRoad } from "../../trips/legs/loaded-on-the-road.server.ts";
import { momentOf } from "../../trips/true-times.server.ts";
import { fleetDeliveryFlow, takesReason, type loadedLine } from "../deliveries.flow.ts";
import { mustBeKnown } from "../forget-consignee.server.ts";
import { letGoOfWhatDidNotCome } from "../trip-effects.server.ts";

type Delivery = RecordOf<"fleet_deliveries">;

export interface Loaded {
  readonly at: string | null;
  /** Those of which less is on board than planned, or more. */
  readonly lines: readonly z.output<typeof loadedLine>[];
}

interface Line {
  readonly id: string;
  readonly plannedQuantity: string;
  readonly loadedQuantity: string | null;
  readonly loadReason: string | null;
}

/**
 * Says what of a delivery, whose trip is locked, is on board, the lines that are not named whole; told again it takes the place of
 * what was told before. 422 for a line that is not as planned without a reason. What is too much for the vehicle waits for an
 * answer, and what did not come at all for another trip once its stop is done.
 */
export async function loadDelivery(ctx: Ctx, delivery: Delivery, { at, lines: given }: Loaded) {
  const { id, status, tripId } = delivery;
  mustBeKnown(delivery);
  if (!inGroup(fleetDeliveryFlow, "provable", status))
    throw conflict("wrong_state", message("There is nothing to load of it: it is on no trip."), { status });
  const before = await linesOf(ctx, id);
  const errors: Record<string, Sentence> = {};
  given.forEach(({ id: lineId, loadedQuantity, reason }, n) => {
    const line = before.find((one) => one.id === lineId);
    if (!line) errors[`lines.${n}.id`] = message("Choose one from the list.");
    else if (reason === null && takesReason(line.plannedQuantity, loadedQuantity))
      errors[`lines.${n}.reason`] =
        compare(loadedQuantity, line.plannedQuantity) < 0
          ? message("Say why there are fewer.")
          : message("Say why there are more.");
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const lines = before.map((line): Line => {
    const told = given.find((one) => one.id === line.id);
    const loadedQuantity = told?.loadedQuantity ?? line.plannedQuantity;
    const isOther = takesReason(line.plannedQuantity, loadedQuantity);
    return { ...line, loadedQuantity, loadReason: isOther ? (told?.reason ?? null) : null };
  });
  const isOther = lines.some((line, n) => isOtherwise(line, before[n]));
  if (delivery.loadedAt !== null && !isOther) return { isToldAgain: false, isShort: false, isOver: false }; // two phones tell one fact
  await writeLoad(ctx, lines);
  await updateRow(ctx.db, "fleet_deliveries", delivery, { loadedAt: momentOf(at) });
  const other = lines.filter((line) => comesTo(line) !== 0);
  await ctx.emit(
    "delivery.loaded",
    { id },
    { reason: other.find(({ loadReason }) => loadReason)?.loadReason ?? undefined },
  );
  await letGoOfWhatDidNotCome(ctx, { id });
  const isOver = other.some((line) => comesTo(line) > 0);
  if (isOver && tripId !== null) await judgeOnTheRoad(ctx, await lockById(ctx.db, "trips", tripId));
  return {
    isToldAgain: delivery.loadedAt !== null,
    isShort: other.some((line) => comesTo(line) < 0),
    isOver,
  };
}

/** Less than 0 for a line that is short, more for one of which more is on board than planned. */
const comesTo = ({ loadedQuantity, plannedQuantity }: Line): number =>
  compare(loadedQuantity ?? plannedQuantity, plannedQuantity);

const isOtherwise = (line: Line, before: Line | undefined): boolean =>
  compare(line.loadedQuantity ?? "0", before?.loadedQuantity ?? "0") !== 0;

/** On another trip, or at another attempt, it is loaded anew. */
export async function forgetLoad(ctx: Ctx, { id }: Pick<Delivery, "id">): Promise<void> {
  await sql`update fleet_delivery_lines set loaded_quantity = null, load_reason = null
    where company_id = current_company() and delivery_id = ${id}`.execute(ctx.db);
}

async function linesOf(ctx: Ctx, id: string): Promise<Line[]> {
  const { rows } =
    await sql<Line>`select id, planned_quantity as "plannedQuantity", loaded_quantity as "loadedQuantity",
      load_reason as "loadReason"
    from fleet_delivery_lines where company_id = current_company() and delivery_id = ${id} order by position, id`.execute(
      ctx.db,
    );
  return rows;
}

async function writeLoad(ctx: Ctx, lines: readonly Line[]): Promise<void> {
  const of = (key: keyof Line) => lines.map((line) => line[key]);
  await sql`update fleet_delivery_lines l set loaded_quantity = o.loaded, load_reason = o.reason
    from unnest(${of("id")}::uuid[], ${of("loadedQuantity")}::numeric[], ${of("loadReason")}::text[]) as o(id, loaded, reason)
    where l.company_id = current_company() and l.id = o.id`.execute(ctx.db);
}
