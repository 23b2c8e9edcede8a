import { sql } from "kysely";
import type { z } from "zod";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { unknownQuantityTypes } from "../asset-commodities/commodity-rules.server.ts";
import type { fleetDeliveryInput, newFleetDeliveryInput } from "./deliveries.contract.ts";

export type NewDelivery = z.output<typeof newFleetDeliveryInput>;
type Given = z.output<typeof fleetDeliveryInput>;

interface Known {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** How far ahead a window may be: what names a consignee is kept by when it ends. */
const mostAheadMs = 366 * 86_400_000;
const tooFarAhead = message("Give a day within a year from now.");
const isTooFarAhead = (moment: string): boolean => Date.parse(moment) > Date.now() + mostAheadMs;

/** The window that is given, else the one before; 422 for one that cannot be. */
export function windowOf<W extends { windowStart: string; windowEnd: string }>(
  before: W,
  start: string | null,
  end: string | null,
) {
  const [windowStart, windowEnd] = [start ?? before.windowStart, end ?? before.windowEnd];
  if (Date.parse(windowEnd) <= Date.parse(windowStart))
    throw invalid({ windowEnd: message("It ends before it begins.") });
  if (isTooFarAhead(windowEnd)) throw invalid({ windowEnd: tooFarAhead });
  return { windowStart, windowEnd };
}

/**
 * As it is written: what its lines are called, and 422 for what is missing or contradicts itself. `id`: of the delivery that is
 * there already, whose lines keep units that nobody chooses any more.
 */
export async function complete<B extends Given>(ctx: Ctx, body: B, id?: string): Promise<B> {
  const known = await goodsOf(ctx, body);
  const strange = await strangeUnits(ctx, body, id ?? null);
  const errors = { ...headProblems(body), ...errorsOfLines(body, known, strange) };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const lines = body.lines.map((line) => {
    const goods = known.get(line.productId ?? line.commodityId ?? "");
    return { ...line, code: goods?.code ?? null, description: line.description ?? goods?.name ?? null };
  });
  return { ...body, lines };
}

/** Whether a company asks consignees for a code that is mailed to them; its own locations need none. */
export async function withCode<B extends Given>(ctx: Ctx, body: B): Promise<B> {
  if (body.locationId !== null || body.proofsRequired.includes("code")) return body;
  const { rows } = await sql<{ isRequired: boolean }>`select pod_otp_required as "isRequired" from companies
    where id = current_company()`.execute(ctx.db);
  return rows[0]?.isRequired ? { ...body, proofsRequired: [...body.proofsRequired, "code"] } : body;
}

async function goodsOf(ctx: Ctx, { lines }: Given): Promise<ReadonlyMap<string, Known>> {
  const ids = lines.flatMap(({ productId, commodityId }) => [productId, commodityId]).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Known>`
    select id, sku as code, name from products where company_id = current_company() and id = any(${ids})
    union all select id, code, name from asset_commodities where company_id = current_company() and id = any(${ids})`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Units of the lines that the company's list does not have, and neither their products, nor the delivery as it is saved, nor what
 * it brings of the warehouse.
 */
async function strangeUnits(
  ctx: Ctx,
  { lines, ...body }: Given & { readonly deliveryScheduleId?: string | null },
  id: string | null,
): Promise<readonly string[]> {
  const unknown = await unknownQuantityTypes(ctx, [...new Set(lines.map(({ unit }) => unit))]);
  if (unknown.length === 0) return unknown;
  const products = lines.flatMap(({ productId }) => productId ?? []);
  const { rows } = await sql<{ unit: string }>`
    select unit from fleet_delivery_lines where company_id = current_company() and delivery_id = ${id}
    union select base_uom from products where company_id = current_company() and id = any(${products})
    union select uom from product_packages where company_id = current_company() and product_id = any(${products})
    union select i.uom from delivery_schedule_items x
      join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      where x.company_id = current_company() and x.delivery_schedule_id = ${body.deliveryScheduleId ?? null}`.execute(
    ctx.db,
  );
  return unknown.filter((code) => !rows.some(({ unit }) => unit === code));
}

/** What is missing in a delivery but for its lines, and what contradicts itself, by its field. */
export function headProblems(body: Given): Record<string, Sentence> {
  const { consigneeName, locationId, address, latitude, longitude, windowStart, windowEnd, lines } = body;
  const errors: Record<string, Sentence> = {};
  if (consigneeName === null) errors["consigneeName"] = message("Say who gets it.");
  if (locationId === null && address === null) errors["address"] = message("Give an address, or choose a location.");
  if ((latitude === null) !== (longitude === null)) errors["longitude"] = message("Give both, or none.");
  if (windowStart === null) errors["windowStart"] = message("Say from when on it may come.");
  if (windowEnd === null) errors["windowEnd"] = message("Say until when it has to be there.");
  else if (windowStart !== null && Date.parse(windowEnd) <= Date.parse(windowStart))
    errors["windowEnd"] = message("It ends before it begins.");
  else if (isTooFarAhead(windowEnd)) errors["windowEnd"] = tooFarAhead;
  if (body.proofsRequired.includes("code") && body.consigneeEmail === null)
    errors["consigneeEmail"] = message("The code is mailed to them: give their address.");
  if (lines.length === 0) errors["lines"] = message("Say what is delivered.");
  return errors;
}

function errorsOfLines(
  { lines }: Given,
  known: ReadonlyMap<string, Known>,
  strange: readonly string[],
): Record<string, Sentence> {
  const errors: Record<string, Sentence> = {};
  for (const [at, { productId, commodityId, description, unit }] of lines.entries()) {
    const field = `lines.${at}`;
    if (strange.includes(unit))
      errors[`${field}.unit`] = message("There is no unit {uom}. Choose one from the list.", { uom: unit });
    for (const [name, id] of Object.entries({ productId, commodityId }))
      if (id !== null && !known.has(id)) errors[`${field}.${name}`] = message("Choose one from the list.");
    if (productId !== null && commodityId !== null)
      errors[`${field}.commodityId`] = message("Choose a product or a commodity, not both.");
    if (productId === null && commodityId === null && description === null)
      errors[`${field}.description`] = message("Say what it is, or choose a product or a commodity.");
  }
  return errors;
}
