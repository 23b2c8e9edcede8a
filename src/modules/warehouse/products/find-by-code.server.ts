import { sql } from "kysely";
import { gtinProblem, normaliseGtin } from "#shared/fields/gtin.ts";
import { readScan, type Gs1Data } from "#shared/format/gs1.ts";
import { invalid } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { CodeMatch, FoundByCode } from "./products.contract.ts";

/** The products that a scanned or typed code may mean; several when vendors use the same number, none when it is unknown. */
export async function findByCode(ctx: Ctx, code: string): Promise<FoundByCode> {
  const scan = readScan(code);
  if (scan.kind === "unreadable") throw invalid({ code: scan.problem }, scan.problem, "unreadable_code");
  if (scan.kind === "gs1")
    return {
      scanned: scannedOf(code, scan.data),
      matches: await matchesOf(ctx, scan.data.gtin ?? scan.data.contentGtin ?? null, null),
    };
  const gtin = gtinProblem(scan.code) === null ? normaliseGtin(scan.code) : null;
  return { scanned: scannedOf(scan.code, gtin ? { gtin } : {}), matches: await matchesOf(ctx, gtin, scan.code) };
}

function scannedOf(code: string, data: Gs1Data): FoundByCode["scanned"] {
  return {
    code,
    gtin: data.gtin ?? data.contentGtin ?? null,
    sscc: data.sscc ?? null,
    count: data.count ?? null,
    lot: data.lot ?? null,
    serial: data.serial ?? null,
    productionDate: data.productionDate ?? null,
    bestBefore: data.bestBefore ?? null,
    expiryDate: data.expiryDate ?? null,
    netKg: data.netKg ?? null,
  };
}

/** The GTIN of a piece, else of a package, else our SKU, else a vendor's: the first kind that knows the code answers. */
async function matchesOf(ctx: Ctx, gtin: string | null, code: string | null): Promise<CodeMatch[]> {
  const { rows } = await sql<CodeMatch>`
    with hits as (
      select 1 as rank, 'gtin' as "by", p.id as product_id, p.base_uom as uom, 1::numeric as quantity,
        null::uuid as vendor_id
      from products p where p.company_id = current_company() and p.gtin = ${gtin} and p.archived_at is null
      union all
      select 2, 'package', k.product_id, k.uom, k.quantity_in_base, null
      from product_packages k join products p on (p.company_id, p.id) = (k.company_id, k.product_id)
      where k.company_id = current_company() and k.gtin = ${gtin} and p.archived_at is null
      union all
      select 3, 'sku', p.id, p.base_uom, 1, null
      from products p where p.company_id = current_company() and p.sku_key = lower(${code}) and p.archived_at is null
      union all
      select 4, 'vendor_sku', v.product_id, coalesce(v.package_uom, p.base_uom), v.qty_per_uom, v.vendor_id
      from product_vendors v join products p on (p.company_id, p.id) = (v.company_id, v.product_id)
      where v.company_id = current_company() and v.vendor_sku_key = lower(${code}) and p.archived_at is null
    )
    select h."by", p.id as "productId", p.sku, p.name, p.status, p.base_uom as "baseUom",
      p.tracking_mode as "trackingMode", p.expiry_tracked as "expiryTracked",
      h.uom, trim_scale(h.quantity)::text as "quantityInBase", h.vendor_id as "vendorId", n.name as "vendorName"
    from hits h
    join products p on p.company_id = current_company() and p.id = h.product_id
    left join vendors n on n.company_id = current_company() and n.id = h.vendor_id
    where h.rank = (select min(rank) from hits)
    order by p.name, p.id, n.name limit 20`.execute(ctx.db);
  return rows;
}
