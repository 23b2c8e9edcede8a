import pg from "pg";

/** Runs work with the checks of references put off and the indexes of some tables made afterwards: ten times as fast. */
export async function inBulk(client: pg.Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select x.indexrelid::regclass::text as name, pg_get_indexdef(x.indexrelid) as definition from pg_index x
      where x.indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint k
      where k.conindid = x.indexrelid)`,
    [tables],
  );
  await client.query(
    "begin; set local session_replication_role = replica; set local maintenance_work_mem = '256MB'; set local statement_timeout = 0",
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await client.query(definition);
  await client.query("commit");
  for (const table of tables) await client.query(`vacuum (analyze) ${table}`);
}

export interface SeedRecords {
  readonly companyId: string;
  readonly locationId: string;
  readonly buyerId: string;
  readonly dockIds: readonly string[];
}

/** So many purchase orders of the last years over 2,000 vendors, and so many past bookings; set-based, as the superuser. */
export async function seedOrders(superUrl: string, records: SeedRecords, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    await client.query("select setseed(0.42)");
    await inBulk(client, ["vendors"], async () => {
      await client.query(
        `insert into vendors (company_id, code, name, currency)
          select $1, 'S-' || n, (array['Kontor', 'Werke', 'Trading', 'Foods', 'Metals'])[1 + n % 5] || ' '
          || md5(n::text), 'EUR' from generate_series(1, 2000) n`,
        [records.companyId],
      );
    });
    await inBulk(client, ["products", "product_vendors", "product_packages"], async () => {
      await client.query(productsSql, [records.companyId]);
    });
    await inBulk(client, ["purchase_orders"], async () => {
      await client.query(ordersSql, [records.companyId, records.locationId, records.buyerId, orders]);
    });
    if (records.dockIds.length > 0) {
      await inBulk(client, ["bookings"], async () => {
        await client.query(bookingsSql, [records.companyId, records.dockIds, orders]);
      });
    }
  } finally {
    await client.end();
  }
}

/** So many other companies in the same database: one with most of the orders, the others with two each. */
export async function seedNeighbours(
  superUrl: string,
  records: SeedRecords,
  { companies, orders }: { companies: number; orders: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(neighboursSql, [companies]);
    await inBulk(client, ["purchase_orders"], async () => {
      await client.query(ordersOfOthersSql, [rows.map(({ id }) => id), records.locationId, records.buyerId, orders]);
    });
  } finally {
    await client.end();
  }
}

const neighboursSql = `
  insert into companies (code, legal_name, company_type_id, default_currency, timezone, email)
  select 'N' || n, 'Neighbour ' || n, t.id, 'EUR', 'Europe/Amsterdam', 'n' || n || '@neighbour.example'
    from generate_series(1, $1::int) n, (select id from company_types limit 1) t returning id`;

// The first takes what the others leave. References are not checked here, and nobody lists these orders.
const ordersOfOthersSql = `
  insert into purchase_orders (company_id, number, vendor_id, ship_to_location_id, status, currency, order_date,
    requested_date, buyer_id, line_count, subtotal, total, created_at, updated_at, search_text)
  select ($1::uuid[])[case when n <= 2 * cardinality($1::uuid[]) then 1 + (n - 1) / 2 else 1 end],
    'PO-N-' || lpad(n::text, 8, '0'), $2, $2, 'sent', 'EUR', now()::date, now()::date, $3, 1, 1, 1, at, at, 'po-n-' || n
  from generate_series(1, $4::int) n,
    lateral (select date_trunc('milliseconds', now()) - ($4 - n) * interval '2 minutes' as at) t`;

/** 2,000 products with a pack and two vendors each, the first of them preferred. */
const productsSql = `
  with c as (select id from product_categories where company_id = $1 limit 1),
  v as (select id, row_number() over (order by code) - 1 as k from vendors where company_id = $1 and code like 'S-%'),
  p as (insert into products (company_id, sku, name, category_id, brand, gtin)
    select $1, 'S-' || lpad(n::text, 6, '0'), 'Product ' || md5(n::text), c.id, 'Brand ' || n % 40, lpad((4e12 + n)::bigint::text, 14, '0')
    from generate_series(1, 2000) n, c returning id, right(sku, 6)::int as n),
  k as (insert into product_packages (company_id, product_id, uom, quantity_in_base, is_purchase_default)
    select $1, id, 'XCT', 12, true from p)
  insert into product_vendors (company_id, product_id, vendor_id, position, unit_price, currency, price_uom, price_qty_per_uom, is_preferred)
  select $1, p.id, v.id, x, 2.5, 'EUR', 'EA', 1, x = 0 from p cross join generate_series(0, 1) x
    join v on v.k = (p.n + x * 7) % 2000`;

// A tenth is on its way; the rest is history. One order every two minutes, the newest now.
const ordersSql = `
  with v as (select id, name, row_number() over (order by code) - 1 as k from vendors
    where company_id = $1 and code like 'S-%')
  insert into purchase_orders (company_id, number, vendor_id, ship_to_location_id, status, currency, order_date,
    requested_date, buyer_id, line_count, subtotal, total, created_at, updated_at, search_text)
  select $1, 'PO-S-' || lpad(n::text, 8, '0'), v.id, $2,
    (array['closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'cancelled', 'confirmed',
      'sent'])[1 + n % 10], 'EUR', at::date, at::date + 14, $3, 3, n % 10000, n % 10000, at, at,
    lower('PO-S-' || lpad(n::text, 8, '0') || ' ' || v.name)
  from generate_series(1, $4::int) n
    join v on v.k = n % 2000,
    lateral (select date_trunc('milliseconds', now()) - ($4 - n) * interval '2 minutes' as at) t`;

const bookingsSql = `
  insert into bookings (company_id, resource_id, during, reason, subject_id)
  select $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], tstzrange(at, at + interval '50 minutes'), 'delivery',
    uuidv7()
  from generate_series(1, $3::int) n,
    lateral (select date_trunc('hour', now()) - (2 + n / cardinality($2::uuid[])) * interval '1 hour' as at) t`;
