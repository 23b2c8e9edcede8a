import { sql } from "kysely";
import { invalid, say } from "#shared/problem.ts";
import type { Ctx } from "#server/context.ts";

const fullName = sql`coalesce(nullif(btrim(r.first_name || ' ' || r.last_name), ''), r.email)`;
/** Kind of record → its table and what people call one of them. */
const kinds = [
  ["asset-type", "asset_types", sql`r.name`],
  ["carrier", "carriers", sql`r.name`],
  ["company", "companies", sql`coalesce(r.display_name, r.legal_name)`],
  ["delivery-schedule", "delivery_schedules", sql`r.number`],
  ["dock", "docks", sql`r.code`],
  ["dock-downtime", "dock_downtimes", sql`r.reason`],
  ["issue", "reported_issues", sql`r.number`],
  ["location", "locations", sql`r.name`],
  ["product", "products", sql`r.sku`],
  ["product-category", "product_categories", sql`r.name`],
  ["purchase-order", "purchase_orders", sql`r.number`],
  ["receipt", "receipts", sql`r.number`],
  ["reference-value", "reference_values", sql`r.label`],
  ["role", "roles", sql`r.name`],
  ["storage-location", "storage_locations", sql`r.code`],
  ["user", "users", fullName],
  ["vendor", "vendors", sql`r.name`],
] as const;
/** Without an index for their words: installations' own tables and short lists. */
const unsearched: readonly string[] = ["companies", "reference_values", "roles", "users"];
const most = 200;

/** The number or name of the record that an event `t` is about, read by its key. */
export const recordName = sql`case t.entity ${sql.join(
  kinds.map(
    ([entity, table, name]) =>
      sql`when ${sql.lit(entity)} then (select ${name} from ${sql.table(table)} r where r.${sql.ref(table === "companies" ? "id" : "company_id")} = t.company_id and r.id = t.entity_id)`,
  ),
  sql` `,
)} end`;

/** Events `t` of the records whose number or name holds these words, each kind by its own index: one statement. */
export async function eventsOfRecordsCalled(ctx: Ctx, words: string) {
  const searches = kinds
    .filter(([, table]) => !unsearched.includes(table))
    .map(
      ([entity, table]) =>
        sql`select ${sql.lit(entity)} as entity, search_ids(${sql.lit(table)}::regclass, ${words}, ${most + 1}) as id`,
    );
  const people = sql`select 'user', r.id from users r where r.company_id = current_company() and position(lower(${words}) in lower(${fullName} || ' ' || r.email)) > 0`;
  const ofRoles = sql`select 'role', r.id from roles r where r.company_id = current_company() and position(lower(${words}) in lower(r.name)) > 0`;
  const { rows } = await sql<{
    entity: string;
    ids: string[];
  }>`select entity, array_agg(id) as ids from (${sql.join([...searches, people, ofRoles], sql` union all `)}) as found group by entity`.execute(
    ctx.db,
  );
  if (rows.reduce((sum, { ids }) => sum + ids.length, 0) > most)
    throw invalid({
      q: say("More than {most} records are called like this. Write more of the number or name.", { most }),
    });
  return rows.length === 0
    ? sql`false`
    : sql`(${sql.join(
        rows.map(({ entity, ids }) => sql`(t.entity = ${entity} and t.entity_id = any(${ids}::uuid[]))`),
        sql` or `,
      )})`;
}
