import { sql } from "kysely";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { lackedTypes } from "../../documents/document-states.server.ts";
import { assetFlow } from "../../assets/assets.flow.ts";
import { check, type Found } from "./check.server.ts";
import { firstDay, lastDay } from "./trip-days.server.ts";

/** What goes along on a trip, as far as it matters to whether and with what the trip may leave. */
export interface AssetFacts {
  readonly tripId: string;
  readonly assetId: string;
  readonly assetNo: string;
  readonly kind: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly tareKg: string | null;
  readonly grossKg: string | null;
  readonly payloadKg: string | null;
  readonly cargoVolumeM3: string | null;
  /** Types of papers of which it has none that is valid through the days of the trip. */
  readonly lacking: readonly string[];
}

/** The assets that go along on trips, in their order. */
export async function assetFacts(ctx: Ctx, tripIds: readonly string[]): Promise<readonly AssetFacts[]> {
  const { rows } = await sql<AssetFacts>`
    select x.trip_id as "tripId", s.id as "assetId", s.asset_no as "assetNo", y.kind, s.status, s.status_reason as "statusReason",
      trim_scale(s.tare_kg)::text as "tareKg", trim_scale(s.max_gross_kg)::text as "grossKg", trim_scale(s.max_gross_kg - s.tare_kg)::text as "payloadKg",
      trim_scale(s.cargo_volume_m3)::text as "cargoVolumeM3",
      array(select k.name from ${lackedTypes(["asset", "s"], firstDay, lastDay)} order by k.name) as lacking
    from trip_assets x join trips p on (p.company_id, p.id) = (x.company_id, x.trip_id)
    join companies c on c.id = p.company_id join assets s on (s.company_id, s.id) = (x.company_id, x.asset_id)
    join asset_types y on (y.company_id, y.id) = (s.company_id, s.type_id)
    where x.company_id = current_company() and x.trip_id = any(${[...tripIds]}) and x.detached_at is null
    order by x.position`.execute(ctx.db);
  return rows;
}

/** What is retired stays; what is in maintenance or lost leaves where somebody answers for it. So does what lacks a paper. */
export function assetChecks({ assetId, assetNo, status, statusReason, lacking }: AssetFacts): Found[] {
  if (inGroup(assetFlow, "over", status)) return [check("asset_retired", assetNo, { assetId, isFinal: true })];
  return [
    ...(inGroup(assetFlow, "usable", status)
      ? []
      : [check("asset_not_usable", assetNo, { assetId, what: statusReason, ref: status })]),
    ...lacking.map((document) => check("document_missing", assetNo, { assetId, what: document, ref: document })),
  ];
}
