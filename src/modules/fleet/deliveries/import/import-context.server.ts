import { sql } from "kysely";
import type { OwnUnitNames } from "#shared/format/unit-names.ts";
import type { Ctx } from "#server/http/context.ts";
import { foldedKeys, type Folded } from "#server/records/folded-keys.ts";
import { keyOf, rowsAsJson } from "#server/records/import-table.ts";
import type { StagedRow } from "#server/records/importer.ts";
import { locationCalled } from "../../../settings/locations/locations.import.server.ts";
import { ownUnitNames } from "../../../settings/reference-lists/unit-names.server.ts";
import type { DeliveryRow } from "./delivery-row.server.ts";

export interface SavedLine {
  readonly id: string;
  readonly number: number;
  readonly code: string | null;
  readonly description: string;
  readonly unit: string;
  readonly quantity: string;
}

export interface SavedDelivery {
  readonly key: string;
  readonly id: string;
  readonly number: string;
  readonly isCancelled: boolean;
  readonly consigneeName: string;
  readonly contactPhone: string | null;
  readonly consigneeEmail: string | null;
  readonly locationId: string | null;
  readonly address: string | null;
  readonly pickupLocationId: string | null;
  readonly pickupAddress: string | null;
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly proofsRequired: readonly string[];
  readonly notes: string | null;
  readonly lines: readonly SavedLine[];
}

/** What a row names, by its number. */
export interface RowRecords {
  readonly rowNo: number;
  readonly locationId: string | null;
  readonly pickupLocationId: string | null;
  readonly product: {
    readonly id: string;
    readonly name: string;
    readonly code: string;
    readonly units: readonly string[];
  } | null;
  readonly commodity: { readonly id: string; readonly name: string; readonly code: string } | null;
}

/** What rows of deliveries stand on. */
export interface ImportContext {
  readonly zone: string;
  readonly asksForCode: boolean;
  readonly units: readonly string[];
  readonly own: OwnUnitNames;
  readonly rows: ReadonlyMap<number, RowRecords>;
  /** What rows call their deliveries, as it is compared. */
  readonly folded: Folded;
  /** By their reference, folded: the number elsewhere before the one here. */
  readonly deliveries: ReadonlyMap<string, SavedDelivery>;
}

type Company = Pick<ImportContext, "zone" | "asksForCode" | "units" | "own">;

/** Reads all of it in four statements, however many rows. */
export async function loadContext(ctx: Ctx, rows: readonly StagedRow[]): Promise<ImportContext> {
  const { rows: companies } = await sql<Company>`
    select c.timezone as zone, c.pod_otp_required as "asksForCode", ${ownUnitNames(sql`c.id`)} as own,
      (select coalesce(jsonb_agg(r.code), '[]') from reference_values r
        where r.company_id = c.id and r.list = 'quantity_types' and r.is_active and r.archived_at is null) as units
    from companies c where c.id = current_company()`.execute(ctx.db);
  const company = companies[0] ?? { zone: "UTC", asksForCode: false, units: [], own: [] };
  const found = await recordsOf(ctx, rows);
  const called = rows.map(({ value }) => (value as unknown as DeliveryRow).reference); // the rules of a row have read it
  const folded = await foldedKeys(ctx, called);
  const saved = await deliveriesOf(ctx, [...new Set(called.map(folded))]);
  return {
    ...company,
    folded,
    rows: new Map(found.map((one) => [one.rowNo, one])),
    deliveries: new Map(saved.map((one) => [one.key, one])),
  };
}

async function recordsOf(ctx: Ctx, rows: readonly StagedRow[]): Promise<readonly RowRecords[]> {
  const given = rowsAsJson(rows);
  const { rows: found } = await sql<RowRecords>`
    with g as materialized (
      select "rowNo", ${locationCalled(sql`v ->> 'location'`)} as "locationId",
        ${locationCalled(sql`v ->> 'pickupLocation'`)} as "pickupLocationId",
        (select p.id from products p where p.company_id = current_company() and p.sku_key = ${keyOf(sql`v ->> 'code'`)}) as product,
        (select c.id from asset_commodities c where c.company_id = current_company()
          and c.code_key = ${keyOf(sql`v ->> 'code'`)}) as commodity
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb)
    )
    select g."rowNo", g."locationId", g."pickupLocationId",
      (select jsonb_build_object('id', p.id, 'name', p.name, 'code', p.sku, 'units', array(select p.base_uom union
          select k.uom from product_packages k where k.company_id = p.company_id and k.product_id = p.id))
        from products p where p.company_id = current_company() and p.id = g.product) as product,
      (select jsonb_build_object('id', c.id, 'name', c.name, 'code', c.code) from asset_commodities c
        where c.company_id = current_company() and c.id = g.commodity) as commodity
    from g`.execute(ctx.db);
  return found;
}

async function deliveriesOf(ctx: Ctx, keys: readonly string[]): Promise<readonly SavedDelivery[]> {
  const { rows } = await sql<SavedDelivery>`
    select k.key, t.id, t.delivery_number as number, t.status = 'cancelled' as "isCancelled",
      t.consignee_name as "consigneeName", t.contact_phone as "contactPhone", t.consignee_email as "consigneeEmail",
      t.location_id as "locationId", t.address, t.pickup_location_id as "pickupLocationId",
      t.pickup_address as "pickupAddress", t.window_start as "windowStart", t.window_end as "windowEnd",
      t.proofs_required as "proofsRequired", t.notes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'number', l.position + 1, 'code', l.code, 'description', l.description,
          'unit', l.unit, 'quantity', trim_scale(l.planned_quantity)::text) order by l.position), '[]')
        from fleet_delivery_lines l where l.company_id = t.company_id and l.delivery_id = t.id) as lines
    from unnest(${[...keys]}::text[]) k(key)
    cross join lateral (select d.* from fleet_deliveries d where d.company_id = current_company()
      and (d.external_number_key = k.key or d.delivery_number = upper(k.key))
      order by d.external_number_key = k.key desc nulls last limit 1) t`.execute(ctx.db);
  return rows;
}
