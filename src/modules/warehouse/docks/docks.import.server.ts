import { sql } from "kysely";
import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { givenFields } from "#server/records/import-changes.ts";
import { rowsAsJson, savedRows, writeRows } from "#server/records/import-table.ts";
import type { Importer, StagedRow } from "#server/records/importer.ts";
import { statesIn } from "#server/records/states.ts";
import {
  locationField,
  refusedAtLocation,
  tableAtLocation,
  type FirstAtLocation,
} from "../../settings/locations/locations.import.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { dockInput } from "./docks.contract.ts";

const { locationId: _locationId, ...fields } = dockInput.shape;
const table = tableAtLocation("docks", Object.keys(fields));

/** Docks by their location and the number on the wall. */
export const dockImporter: Importer<FirstAtLocation> = {
  entity: "dock",
  title: "Docks",
  can: "CAN_MANAGE_DOCKS",
  key: ["code", "location"],
  fields: [
    {
      name: "code",
      label: "Code",
      kind: "text",
      required: true,
      aliases: ["dock", "dockcode", "door", "doornumber", "number", "tor", "rampe", "nummer"],
    },
    locationField,
    { name: "name", label: "Name", kind: "text", aliases: ["dockname", "bezeichnung"] },
    { name: "dockType", label: "Dock type", kind: "text", aliases: ["type", "art"] },
    { name: "direction", label: "Direction", kind: "text", aliases: ["richtung"] },
    { name: "parallelCapacity", label: "Trucks at once", kind: "integer", aliases: ["parallelcapacity", "lanes"] },
    { name: "bufferBeforeMinutes", label: "Buffer before, minutes", kind: "integer" },
    { name: "bufferAfterMinutes", label: "Buffer after, minutes", kind: "integer" },
    { name: "allowCarrierBooking", label: "Carriers may book", kind: "yes_no", aliases: ["allowcarrierbooking"] },
    { name: "maxVehicleHeightMm", label: "Highest vehicle, mm", kind: "integer", aliases: ["maxvehicleheightmm"] },
    { name: "maxVehicleLengthMm", label: "Longest vehicle, mm", kind: "integer", aliases: ["maxvehiclelengthmm"] },
    { name: "hasLeveler", label: "Has leveler", kind: "yes_no", aliases: ["leveler"] },
    { name: "hasForklift", label: "Has forklift", kind: "yes_no", aliases: ["forklift"] },
    { name: "temperatureZone", label: "Temperature zone", kind: "text", aliases: ["temperaturzone"] },
    { name: "instructions", label: "Instructions", kind: "text", aliases: ["hinweise"] },
    { name: "sortOrder", label: "Sort order", kind: "integer", aliases: ["position", "reihenfolge"] },
  ],
  row: z.object({ ...fields, location: z.string().min(1).max(120) }),
  memory: () => new Map(),
  async check(ctx, rows, firsts) {
    const problems = await refusedAtLocation(ctx, rows, firsts);
    for (const rowNo of await rowsWithPlansAbove(ctx, rows))
      problems.set(rowNo, {
        ...problems.get(rowNo),
        parallelCapacity: message("More deliveries than that are planned here at once. Move them first."),
      });
    return problems;
  },
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};

/** Rows that take a lane away in which something is planned. */
async function rowsWithPlansAbove(ctx: Ctx, rows: readonly StagedRow[]): Promise<readonly number[]> {
  const narrowing = rows.filter(({ value }) => givenFields(value).includes("parallelCapacity"));
  const given = rowsAsJson(narrowing);
  const { rows: found } = await sql<{ rowNo: number }>`
    with g as materialized (
      select (r ->> 'rowNo')::int as "rowNo", (g.v ->> 'parallelCapacity')::int as capacity, ${table.match} as id
      from (select r, r -> 'v' as v from jsonb_array_elements(${given}::jsonb) r) g
    )
    select g."rowNo" from g where exists (select from delivery_schedules s where s.company_id = current_company()
      and s.dock_id = g.id and s.lane > g.capacity and s.status in (${statesIn(deliveryScheduleFlow, "live")})
      and s.dock_cleared_at is null)`.execute(ctx.db);
  return found.map(({ rowNo }) => rowNo);
}
