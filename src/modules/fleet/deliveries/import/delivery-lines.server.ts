import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { csvCell, sendCsv } from "#server/records/export.ts";
import { fleetDeliveryLines } from "./delivery-lines.contract.ts";

interface Line {
  readonly deliveryId: string;
  readonly position: number;
  readonly cells: readonly (string | null)[];
}

const headings = [
  "Reference",
  "Number here",
  "Status",
  "Line",
  "Consignee",
  "Own location",
  "Address",
  "Their phone",
  "Their e-mail",
  "Loaded at own location",
  "Loaded at",
  "Not before",
  "Not after",
  "Proofs",
  "Trip",
  "Code",
  "Description",
  "Quantity",
  "Unit",
  "Loaded",
  "Delivered",
  "Damaged",
  "Came back",
  "Reason",
  "Notes",
];
const atOnce = 500;

export default serve(fleetDeliveryLines, { exportLines });

/** The lines of deliveries, of each with what is said of it: it is called as in the program that it came from, else as here. */
async function exportLines(ctx: BareCtx): Promise<void> {
  const read = (after?: Line) => ctx.open((inner) => linesAfter(inner, after));
  const first = await ctx.open(async (inner) => {
    if (ctx.user)
      await inner.emit("user.exported", ctx.user, { note: "fleet-delivery-lines", changes: {}, address: ctx.address });
    return linesAfter(inner);
  });
  async function* batches() {
    yield [headings];
    for (let lines = first; lines.length > 0; lines = await read(lines.at(-1)))
      yield lines.map(({ cells }) => cells.map(csvCell));
  }
  await sendCsv(ctx, "fleet-delivery-lines", batches());
}

async function linesAfter(ctx: Ctx, after?: Line): Promise<readonly Line[]> {
  const number = (column: string) => sql`trim_scale(${sql.ref(`l.${column}`)})::text`;
  const { rows } = await sql<Line>`
    select d.id as "deliveryId", l.position, jsonb_build_array(coalesce(d.external_number, d.delivery_number), d.delivery_number,
      d.status, (l.position + 1)::text, d.consignee_name, n.code, d.address, d.contact_phone, d.consignee_email, p.code,
      d.pickup_address, ${utc("d.window_start")}, ${utc("d.window_end")}, array_to_string(d.proofs_required, ', '), t.trip_number,
      l.code, l.description, ${number("planned_quantity")}, l.unit, ${number("loaded_quantity")}, ${number("delivered_quantity")},
      ${number("damaged_quantity")}, ${number("returned_quantity")}, coalesce(l.reason, l.load_reason), d.notes) as cells
    from fleet_deliveries d
    join fleet_delivery_lines l on (l.company_id, l.delivery_id) = (d.company_id, d.id)
    left join locations n on (n.company_id, n.id) = (d.company_id, d.location_id)
    left join locations p on (p.company_id, p.id) = (d.company_id, d.pickup_location_id)
    left join trips t on (t.company_id, t.id) = (d.company_id, d.trip_id)
    where d.company_id = current_company() and d.archived_at is null
      ${after ? sql`and d.id >= ${after.deliveryId}::uuid and (d.id, l.position) > (${after.deliveryId}::uuid, ${after.position})` : sql``}
    order by d.id, l.position limit ${atOnce}`.execute(ctx.db);
  return rows;
}
