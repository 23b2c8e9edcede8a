/**
 * The bare baseline: Fastify and pg and nothing else, with the same SQL and the same connections.
 * Started by the benchmarks as a process of its own: `node bench/floor.ts <settings as JSON>`.
 */
import { hash, verify } from "@node-rs/argon2";
import Fastify from "fastify";
import pg from "pg";

interface Settings {
  databaseUrl: string;
  companyId: string;
  /** Named statements that GET /sql/:name runs. */
  statements: Record<string, Statement>;
  /** Statements that POST /work/:name runs in one transaction. */
  works?: Record<string, Statement[]>;
}

interface Statement {
  text: string;
  values: unknown[];
}

const settings = JSON.parse(process.argv[2] ?? "{}") as Settings; // written by bench/environment.ts
const pool = new pg.Pool({
  connectionString: settings.databaseUrl,
  max: 12,
  options: `-c role=waybill_owner -c waybill.company_id=${settings.companyId}`,
});
const app = Fastify({ logger: false });

app.get("/ready", () => ({ ok: true }));

app.get<{ Params: { name: string } }>("/sql/:name", async (request) => {
  const statement = settings.statements[request.params.name];
  if (!statement) throw new Error("no such statement");
  const { rows } = await pool.query({ name: request.params.name, text: statement.text, values: statement.values });
  return { items: rows };
});

app.post<{ Params: { name: string } }>("/work/:name", async (request) => {
  const work = settings.works?.[request.params.name];
  if (!work) throw new Error("no such work");
  const client = await pool.connect();
  try {
    await client.query("begin");
    let items: unknown[] = [];
    for (const [at, { text, values }] of work.entries())
      ({ rows: items } = await client.query({ name: `${request.params.name}-${at}`, text, values }));
    await client.query("commit");
    return { items };
  } finally {
    client.release();
  }
});

interface Order {
  number: string;
  vendorId: string;
  locationId: string;
  buyerId: string;
  productId: string;
  lines: number;
}

const orderSql = `insert into purchase_orders (number, vendor_id, ship_to_location_id, currency, order_date,
  requested_date, buyer_id, line_count, search_text)
  values ($1, $2, $3, 'EUR', current_date, current_date + 14, $4, $5, lower($1)) returning id`;
const linesSql = `insert into purchase_order_items (purchase_order_id, line_no, product_id, sku, description,
  ordered_qty, uom, unit_price, line_total, requested_date)
  select $1, n, $2, 'SKU', 'A product', 10, 'EA', 2.5, 25, current_date + 14 from generate_series(1, $3::int) n`;

/** An order with its lines in the two statements that it takes at least. */
app.post<{ Body: Order }>("/orders", async ({ body }) => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ id: string }>({
      name: "order",
      text: orderSql,
      values: [body.number, body.vendorId, body.locationId, body.buyerId, body.lines],
    });
    await client.query({ name: "lines", text: linesSql, values: [rows[0]?.id, body.productId, body.lines] });
    await client.query("commit");
    return { id: rows[0]?.id };
  } finally {
    client.release();
  }
});

interface Booking {
  dockId: string;
  from: string;
  until: string;
}

/** A booking as the constraint alone asks for it: lock the dock, insert. */
app.post<{ Body: Booking }>("/bookings", async ({ body }, reply) => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select 1 from docks where company_id = current_company() and id = $1 for no key update", [
      body.dockId,
    ]);
    await client.query(
      "insert into bookings (resource_id, during, reason, subject_id) values ($1, tstzrange($2, $3), 'delivery', uuidv7())",
      [body.dockId, body.from, body.until],
    );
    await client.query("commit");
    return { ok: true };
  } catch (error) {
    await client.query("rollback");
    if (error instanceof pg.DatabaseError && error.code === "23P01") return await reply.code(409).send({ ok: false });
    throw error;
  } finally {
    client.release();
  }
});

const stored = await hash("a password for the benchmark", { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
app.post("/verify", async () => ({ ok: await verify(stored, "a password for the benchmark") }));

const address = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(`Open ${address}`);
process.on("SIGTERM", () => process.exit(0));
