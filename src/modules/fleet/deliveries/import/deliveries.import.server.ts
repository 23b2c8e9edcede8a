import { sql } from "kysely";
import { message, unavailable } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { allRefusals } from "#server/records/import-names.ts";
import { outOfDate, type Applied, type Importer, type StagedRow } from "#server/records/importer.ts";
import { nextNumber } from "#server/records/records.ts";
import { refusedLocations } from "../../../settings/locations/locations.import.server.ts";
import { deliveryFields, deliveryRow, headFields } from "./delivery-row.server.ts";
import { loadContext } from "./import-context.server.ts";
import { judgeRows, strangeGoods, type DeliveryRows } from "./judge-rows.server.ts";

/**
 * Deliveries of another program, a row for each line. New ones wait for a trip as those that are typed; one that is there already,
 * by its reference or its number, stays as it is.
 */
export const fleetDeliveryImporter: Importer = {
  entity: "delivery",
  title: "Fleet deliveries",
  can: "CAN_EDIT_FLEET_DELIVERIES",
  key: ["reference", "line", "code", "description", "quantity", "unit"],
  once: [["line", "reference"]],
  together: { by: ["reference"], same: headFields, allOrNone: ["line"], most: 500 },
  fields: deliveryFields,
  row: deliveryRow,
  async check(ctx, rows) {
    const known = await loadContext(ctx, rows);
    const places = await refusedPlaces(ctx, rows);
    const { errors, deliveries } = judgeRows(rows, known);
    // Whoever is not shown deliveries is not told either what a delivery says that is there already.
    if (!ctx.can("CAN_VIEW_FLEET_DELIVERIES"))
      for (const { rowNo, row, delivery } of deliveries.flatMap((one) => one.rows))
        if (delivery)
          errors.set(rowNo, {
            reference: message("A delivery has the reference {number} already.", { number: row.reference }),
          });
    return allRefusals([places, errors]);
  },
  async strangeNames(ctx, rows) {
    const readable = rows.filter(
      ({ value: { reference, unit } }) => typeof reference === "string" && typeof unit === "string",
    );
    const goods = readable.length > 0 ? strangeGoods(readable, await loadContext(ctx, readable)) : new Map();
    return allRefusals([await refusedPlaces(ctx, rows), goods]);
  },
  async assumed(ctx, rows) {
    const known = await loadContext(ctx, rows);
    const cancelled = [...known.deliveries.values()].filter(({ isCancelled }) => isCancelled);
    return new Map(cancelled.map(({ number }) => [number, 1]));
  },
  tell(assumed) {
    const names = [...assumed.keys()];
    if (names.length === 0) return [];
    return [
      message("They were cancelled here, and stay so: {names}. To bring one after all, give it another reference.", {
        names: names.length > 12 ? `${names.slice(0, 12).join(", ")} …` : names.join(", "),
      }),
    ];
  },
  async saved(ctx, rows) {
    const { deliveries } = judgeRows(rows, await loadContext(ctx, rows));
    return new Map(
      deliveries.flatMap((one) =>
        one.rows.flatMap(({ rowNo, before }) => (before ? [[rowNo, { id: before.id, values: {} }] as const] : [])),
      ),
    );
  },
  async apply(ctx, rows) {
    if (rows.length === 0) return [];
    const { errors, deliveries } = judgeRows(rows, await loadContext(ctx, rows));
    const [bad] = [
      ...(await refusedPlaces(ctx, rows)).keys(),
      ...errors.keys(),
      ...deliveries.flatMap((one) => one.rows.flatMap(({ rowNo, delivery }) => (delivery ? [rowNo] : []))),
    ];
    if (bad !== undefined) throw outOfDate(bad);
    return enter(ctx, deliveries);
  },
};

/** What is wrong with what rows call locations, of both kinds. */
async function refusedPlaces(ctx: Ctx, rows: readonly StagedRow[]) {
  const ofField = async (field: "location" | "pickupLocation") => {
    const named = rows.flatMap(({ rowNo, value }) =>
      typeof value[field] === "string" ? [{ rowNo, value: { location: value[field] } }] : [],
    );
    const refused = named.length > 0 ? await refusedLocations(ctx, named) : new Map();
    return new Map([...refused].map(([rowNo, { location }]) => [rowNo, { [field]: location }]));
  };
  return allRefusals([await ofField("location"), await ofField("pickupLocation")]);
}

/** Numbers are drawn beside this transaction: whoever enters a delivery meanwhile does not wait for the import's end. */
async function drawNumbers(ctx: Ctx, count: number): Promise<readonly string[]> {
  const drawn: number[] = [];
  await ctx.app.beside(ctx.companyId, async (db) => {
    drawn.push(await nextNumber(db, "fleet-delivery", count));
  });
  const last = drawn.at(-1);
  if (last === undefined) throw unavailable(); // the import is tried again as a whole
  return Array.from({ length: count }, (_, at) => `D-${String(last - count + 1 + at).padStart(5, "0")}`);
}

async function enter(ctx: Ctx, deliveries: readonly DeliveryRows[]): Promise<readonly Applied[]> {
  const numbers = await drawNumbers(ctx, deliveries.length);
  const given = deliveries.map(({ body, rows }, at) => ({
    ...body,
    deliveryNumber: numbers[at],
    externalNumber: rows[0]?.row.reference,
    rowNo: rows[0]?.rowNo,
    lines: body.lines.map((line, position) => ({ ...line, position })),
  }));
  const { rows: written } = await sql<{ id: string; rowNo: number }>`
    with given as materialized (
      select uuidv7() as id, r.* from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r("rowNo" int, "deliveryNumber" text,
        "externalNumber" text, "consigneeName" text, "contactPhone" text, "consigneeEmail" text, "locationId" uuid, address text,
        "pickupLocationId" uuid, "pickupAddress" text, "windowStart" timestamptz, "windowEnd" timestamptz,
        "proofsRequired" jsonb, notes text, lines jsonb)
    ), written as (
      insert into fleet_deliveries (id, delivery_number, external_number, consignee_name, contact_phone, consignee_email,
        location_id, address, pickup_location_id, pickup_address, window_start, window_end, proofs_required, notes)
      select g.id, g."deliveryNumber", g."externalNumber", g."consigneeName", g."contactPhone", g."consigneeEmail",
        g."locationId", g.address, g."pickupLocationId", g."pickupAddress", g."windowStart", g."windowEnd",
        array(select jsonb_array_elements_text(g."proofsRequired")), g.notes from given g order by g."rowNo" returning id
    ), lines as (
      insert into fleet_delivery_lines (delivery_id, position, product_id, commodity_id, code, description, unit, planned_quantity)
      select g.id, l.position, l."productId", l."commodityId", l.code, l.description, l.unit, l."plannedQuantity"
      from given g cross join jsonb_to_recordset(g.lines) as l(position int, "productId" uuid, "commodityId" uuid, code text,
        description text, unit text, "plannedQuantity" numeric)
    )
    select g.id, g."rowNo" from given g join written w on w.id = g.id`.execute(ctx.db);
  await ctx.enqueue("forget-consignees-later", { deliveryIds: written.map(({ id }) => id) });
  const ids = new Map(written.map(({ rowNo, id }) => [rowNo, id]));
  return deliveries.flatMap(({ rows }) =>
    rows.map(({ rowNo }, at): Applied => {
      const applied = { id: ids.get(rows[0]?.rowNo ?? 0) ?? "", rowNo, created: true };
      return at === 0 ? { ...applied, step: "created" } : { ...applied, step: null };
    }),
  );
}
