import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { unitText, unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { serve, type Req } from "#server/http/serve.ts";
import { csvCell, sendCsv } from "#server/records/export.ts";
import { fileWords, type FileWords } from "#server/records/export-words.ts";
import { readOwnUnitNames } from "../../../settings/reference-lists/unit-names.server.ts";
import { companyZone, momentOfCell } from "../../moments-of-files.server.ts";
import { fleetDeliveryLines } from "./delivery-lines.contract.ts";

interface Line {
  readonly deliveryId: string;
  readonly position: number;
  readonly cells: readonly (string | null)[];
}

/** What stands in a column: a text as it is, if it says nothing else. */
const columns: readonly (readonly [heading: string, kind?: keyof Cells])[] = [
  ["Reference"],
  ["Number in Waybill"],
  ["Status", "choice"],
  ["Line"],
  ["Consignee"],
  ["Own location"],
  ["Address"],
  ["Their phone"],
  ["Their e-mail"],
  ["Loaded at own location"],
  ["Loaded at"],
  ["Not before", "moment"],
  ["Not after", "moment"],
  ["Proofs", "choices"],
  ["Trip"],
  ["Code"],
  ["Description"],
  ["Quantity", "decimal"],
  ["Unit", "unit"],
  ["Loaded", "decimal"],
  ["Delivered", "decimal"],
  ["Damaged", "decimal"],
  ["Came back", "decimal"],
  ["Reason"],
  ["Notes"],
];
const atOnce = 500;

export default serve(fleetDeliveryLines, { exportLines });

/** The lines of deliveries, of each with what is said of it: it is called as in the program that it came from, else as here. */
async function exportLines(ctx: BareCtx, { query }: Req<typeof fleetDeliveryLines.exportLines>): Promise<void> {
  const words = fileWords(query.values, ctx.language);
  const read = (after?: Line) => ctx.open((inner) => linesAfter(inner, after));
  const { first, cells } = await ctx.open(async (inner) => {
    if (ctx.user)
      await inner.emit("user.exported", ctx.user, { note: "fleet-delivery-lines", changes: {}, address: ctx.address });
    return {
      first: await linesAfter(inner),
      cells: words.isForPeople ? cellsFor(words, await companyZone(inner), await readOwnUnitNames(inner)) : {},
    };
  });
  async function* batches() {
    yield [columns.map(([heading]) => words.heading(heading))];
    for (let lines = first; lines.length > 0; lines = await read(lines.at(-1)))
      yield lines.map((line) => line.cells.map((cell, at) => csvCell(said(cells, cell, at))));
  }
  await sendCsv(ctx, "fleet-delivery-lines", batches(), words.delimiter);
}

/** How cells are said for people, by what they are; each is read as the same again. */
interface Cells {
  readonly choice: (code: string) => string;
  readonly choices: (codes: string) => string;
  readonly decimal: (value: string) => string;
  readonly moment: (instant: string) => string;
  readonly unit: (code: string) => string;
}

function cellsFor({ language, choice, decimal }: FileWords, zone: string, own: OwnUnitNames): Cells {
  return {
    choice,
    choices: (codes) => codes.split(", ").filter(Boolean).map(choice).join(", "),
    decimal,
    moment(instant) {
      const { date, time } = wallTime(instant, zone);
      const text = `${date} ${time}`;
      return momentOfCell(text, zone) === instant ? text : instant; // seconds, and the second of two hours in autumn
    },
    unit(uom) {
      const text = unitText({ uom, qtyPerUom: "1" }, { language, own, quantity: (value) => value });
      return unitTyped(text, own)?.uom === uom ? text : uom; // two units are called piece
    },
  };
}

function said(cells: Partial<Cells>, cell: string | null, at: number): string | null {
  const kind = columns[at]?.[1];
  return cell === null || kind === undefined ? cell : (cells[kind]?.(cell) ?? cell);
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
