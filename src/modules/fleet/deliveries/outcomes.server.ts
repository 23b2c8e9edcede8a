import { sql } from "kysely";
import type { z } from "zod";
import { add, compare, subtract } from "#shared/format/money.ts";
import { conflict, invalid, message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx, EventDetails } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { keptMs } from "./forget-consignees.jobs.ts";
import { forgetCode } from "./proofs/codes.server.ts";
import { deliveredInPart, takesReason, type deliveredLine, type returnedLine } from "./deliveries.flow.ts";

type Delivery = RecordOf<"fleet_deliveries">;
type Line = RecordOf<"fleet_delivery_lines">;
type Delivered = z.output<typeof deliveredLine>;

/** What becomes of a line. */
interface Outcome {
  readonly id: string;
  readonly delivered: string;
  readonly damaged: string;
  readonly returned: string;
  readonly reason: string | null;
}

const unknown = message("Choose one from the list.");

async function linesOf(ctx: Ctx, { id }: { readonly id: string }): Promise<Line[]> {
  const { rows } =
    await sql<Line>`select id, planned_quantity as "plannedQuantity", loaded_quantity as "loadedQuantity",
      delivered_quantity as "deliveredQuantity", damaged_quantity as "damagedQuantity", returned_quantity as "returnedQuantity", reason
    from fleet_delivery_lines where company_id = current_company() and delivery_id = ${id} order by position`.execute(
      ctx.db,
    );
  return rows;
}

async function writeLines(ctx: Ctx, outcomes: readonly Outcome[]): Promise<void> {
  const of = (key: keyof Outcome) => outcomes.map((one) => one[key]);
  await sql`update fleet_delivery_lines l set delivered_quantity = o.delivered, damaged_quantity = o.damaged,
      returned_quantity = o.returned, reason = o.reason
    from unnest(${of("id")}::uuid[], ${of("delivered")}::numeric[], ${of("damaged")}::numeric[], ${of("returned")}::numeric[],
      ${of("reason")}::text[]) as o(id, delivered, damaged, returned, reason)
    where l.company_id = current_company() and l.id = o.id`.execute(ctx.db);
}

/** Lines of which more or less is on board than was planned: how much, and why. */
export async function otherOnBoard(ctx: Ctx, { id }: { readonly id: string }) {
  const { rows } = await sql<{ id: string; loaded: string; planned: string; reason: string | null }>`
    select id, trim_scale(loaded_quantity)::text as loaded, trim_scale(planned_quantity)::text as planned, load_reason as reason
    from fleet_delivery_lines where company_id = current_company() and delivery_id = ${id}
      and loaded_quantity <> planned_quantity order by position`.execute(ctx.db);
  return rows;
}

/** Refuses (409) what was delivered in part already. */
export async function mustBeWholeStill(ctx: Ctx, { id }: Delivery): Promise<void> {
  const { rows } =
    await sql`select from fleet_delivery_lines where company_id = current_company() and delivery_id = ${id}
    and delivered_quantity > 0 limit 1`.execute(ctx.db);
  if (rows.length > 0) throw conflict(deliveredInPart.code, deliveredInPart.sentence);
}

/** All of it was delivered. */
export async function deliverAll(ctx: Ctx, delivery: Delivery): Promise<void> {
  await sql`update fleet_delivery_lines set delivered_quantity = planned_quantity, damaged_quantity = 0, returned_quantity = 0, reason = null
    where company_id = current_company() and delivery_id = ${delivery.id}`.execute(ctx.db);
}

/** Nothing of it was delivered. */
export async function bringNothing(ctx: Ctx, delivery: Delivery): Promise<void> {
  await sql`update fleet_delivery_lines set delivered_quantity = 0, damaged_quantity = 0, returned_quantity = 0, reason = null
    where company_id = current_company() and delivery_id = ${delivery.id}`.execute(ctx.db);
}

/** Nothing of it has been delivered yet: another attempt begins. */
export async function beginAnew(ctx: Ctx, delivery: Delivery): Promise<void> {
  await bringNothing(ctx, delivery);
  await forgetCode(ctx, delivery.id);
}

/** What becomes of a delivery of which these lines are not as planned: short where one of them is, and whole where all are there. */
export async function outcomeOf(
  ctx: Ctx,
  delivery: Pick<Delivery, "id">,
  given: readonly Delivered[],
): Promise<"delivered" | "partly_delivered"> {
  const lines = await linesOf(ctx, delivery);
  const isShort = given.some(({ id, deliveredQuantity }) => {
    const line = lines.find((one) => one.id === id);
    return line !== undefined && compare(deliveredQuantity, line.plannedQuantity) < 0;
  });
  return isShort ? "partly_delivered" : "delivered";
}

/**
 * What was delivered of each line, those that are not named whole: short, or more than planned. 422 for what cannot be, and for a
 * line that is not as planned without a reason.
 */
export async function deliverSome(ctx: Ctx, delivery: Delivery, given: readonly Delivered[]): Promise<void> {
  const lines = await linesOf(ctx, delivery);
  const errors: Record<string, Sentence> = {};
  given.forEach(({ id, deliveredQuantity, damagedQuantity, reason }, at) => {
    const line = lines.find((one) => one.id === id);
    if (!line) errors[`lines.${at}.id`] = unknown;
    else if (reason === null && takesReason(line.plannedQuantity, deliveredQuantity, damagedQuantity))
      errors[`lines.${at}.reason`] =
        compare(deliveredQuantity, line.plannedQuantity) < 0
          ? message("Say why there are fewer.")
          : message("Say why there are more.");
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const outcomes = lines.map((line): Outcome => {
    const found = given.find(({ id }) => id === line.id);
    const [delivered, damaged] = [found?.deliveredQuantity ?? line.plannedQuantity, found?.damagedQuantity ?? "0"];
    const isOther = takesReason(line.plannedQuantity, delivered, damaged);
    return { id: line.id, delivered, damaged, returned: "0", reason: isOther ? (found?.reason ?? null) : null };
  });
  if (outcomes.every(({ reason }) => reason === null))
    throw invalid({ lines: message("Each line is as planned: say that all of it was delivered.") });
  if (outcomes.every(({ delivered, damaged }) => compare(add(delivered, damaged), "0") === 0))
    throw invalid({ lines: message("Nothing of it was delivered: say that it failed, and why.") });
  await writeLines(ctx, outcomes);
}

/** What came back of each line: as many as given, else all that were on board and neither delivered nor damaged; never more than that. */
export async function bringBack(
  ctx: Ctx,
  delivery: Delivery,
  given: readonly z.output<typeof returnedLine>[] | null,
): Promise<void> {
  const lines = await linesOf(ctx, delivery);
  const errors: Record<string, Sentence> = {};
  given?.forEach(({ id, returnedQuantity }, at) => {
    const line = lines.find((one) => one.id === id);
    if (!line) errors[`lines.${at}.id`] = unknown;
    else if (compare(returnedQuantity, left(line)) > 0)
      errors[`lines.${at}.returnedQuantity`] = message("That is more than was left of this line.");
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await writeLines(
    ctx,
    lines.map((line) => ({
      id: line.id,
      delivered: line.deliveredQuantity,
      damaged: line.damagedQuantity,
      returned: given?.find(({ id }) => id === line.id)?.returnedQuantity ?? left(line),
      reason: line.reason,
    })),
  );
}

/** What was on board of a line and neither delivered nor damaged. */
function left({ plannedQuantity, loadedQuantity, deliveredQuantity, damagedQuantity }: Line): string {
  const rest = subtract(loadedQuantity ?? plannedQuantity, add(deliveredQuantity, damagedQuantity));
  return compare(rest, "0") < 0 ? "0" : rest;
}

/** For the history: what was left of each line and what came back, where that is less. The counts go with the next attempt. */
export async function missing(ctx: Ctx, delivery: Delivery): Promise<EventDetails> {
  const lines = await linesOf(ctx, delivery);
  if (!lines.some((line) => compare(line.returnedQuantity, left(line)) < 0)) return {};
  const [from, to] = [lines.map(left), lines.map(({ returnedQuantity }) => add(returnedQuantity))];
  return { changes: { returnedQuantity: { from: from.join(", "), to: to.join(", ") } } };
}

interface Told {
  readonly outcome: "delivered" | "partly_delivered" | "failed" | "not_reached";
  readonly reason?: string | null;
  readonly at: string;
}

/** What names a consignee goes in time, unless the delivery is taken up again: `after` it is over, now unless given. */
export function forgetLater(ctx: Ctx, { id }: Pick<Delivery, "id">, after?: string): Promise<void> {
  const over = after === undefined ? Date.now() : Date.parse(after);
  return ctx.enqueue("forget-consignee", { deliveryId: id }, new Date(over + keptMs));
}

/** Keeps what became of the attempts at hand: they stay, whatever becomes of the next. */
export async function keepAttempts(
  ctx: Ctx,
  deliveries: readonly Pick<Delivery, "id" | "attemptNo" | "tripId" | "dropoffStopId">[],
  { outcome, reason = null, at }: Told,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`insert into fleet_delivery_attempts (delivery_id, attempt_no, trip_id, stop_id, outcome, reason, at) values
    ${sql.join(deliveries.map(({ id, attemptNo, tripId, dropoffStopId }) => sql`(${id}, ${attemptNo}, ${tripId}, ${dropoffStopId}, ${outcome}, ${reason}, ${at})`))}`.execute(
    ctx.db,
  );
  for (const delivery of deliveries) await forgetLater(ctx, delivery);
}
