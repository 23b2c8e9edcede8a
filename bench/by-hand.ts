import pg from "pg";
import type { Environment } from "./environment.ts";
import type { ByHand } from "./statement.ts";

const order = `o.id, o.version, o.created_at, o.number, o.status, o.receipt_status, o.currency, o.total, o.line_count,
  o.accepted_pct, o.damaged_pct, o.on_the_way_pct, o.requested_date, o.on_hold, o.hold_reason, o.sent_at,
  v.name as vendor_name, l.name as ship_to_name, l.timezone, u.first_name, u.last_name`;
const orderJoins = `left join vendors v on v.company_id = o.company_id and v.id = o.vendor_id
  left join locations l on l.company_id = o.company_id and l.id = o.ship_to_location_id
  left join users u on u.id = o.buyer_id`;
const newest = "order by created_at desc, id desc";
const sentOrders = "company_id = $1 and archived_at is null and status = any($2)";

/** 50 sent orders behind a place in the list, as a page that is scrolled to asks for them. */
export async function nextOrders(environment: Environment): Promise<ByHand> {
  const companyId = environment.testApp.companies.a;
  const [place] = await rowsOf(
    environment,
    `select created_at, id from (select * from purchase_orders where ${sentOrders} ${newest} limit 50) p
      order by created_at, id limit 1`,
    [companyId, ["sent"]],
  );
  return {
    text: `select ${order} from (select * from purchase_orders where ${sentOrders}
      and (created_at, id) < ($3, $4) ${newest} limit 51) o ${orderJoins} order by o.created_at desc, o.id desc`,
    values: [companyId, ["sent"], place?.["created_at"], place?.["id"]],
  };
}

/** The first 50 with their number, exact to a thousand. */
export const firstOrders = ({ testApp }: Environment): ByHand => ({
  text: `select ${order}, (select count(*)::int from (select from purchase_orders where ${sentOrders} limit 1001) c) as total
    from (select * from purchase_orders where ${sentOrders} ${newest} limit 51) o ${orderJoins}
    order by o.created_at desc, o.id desc`,
  values: [testApp.companies.a, ["sent"]],
});

/** An order with its lines as one JSON. */
export const orderWithLines = ({ testApp }: Environment, id: string): ByHand => ({
  text: `select o.*, v.name as vendor_name, v.code as vendor_code, l.name as ship_to_name, u.first_name, u.last_name,
      (select jsonb_agg(jsonb_build_object('id', i.id, 'lineNo', i.line_no, 'sku', i.sku, 'description', i.description,
        'orderedQty', i.ordered_qty, 'uom', i.uom, 'unitPrice', i.unit_price, 'lineTotal', i.line_total,
        'requestedDate', i.requested_date, 'receivedQty', i.received_qty, 'status', i.status) order by i.line_no)
        from purchase_order_items i where i.company_id = o.company_id and i.purchase_order_id = o.id) as items
    from purchase_orders o ${orderJoins} where o.company_id = $1 and o.id = $2`,
  values: [testApp.companies.a, id],
});

/** 50 products by name. */
export const productsByName = ({ testApp }: Environment): ByHand => ({
  text: `select p.id, p.version, p.sku, p.name, p.status, p.on_hand, p.base_uom, p.gtin, p.brand, p.created_at,
      c.name as category_name, n.name as vendor_name
    from (select * from products where company_id = $1 and archived_at is null order by name, id limit 51) p
    left join product_categories c on c.company_id = p.company_id and c.id = p.category_id
    left join product_vendors v on v.company_id = p.company_id and v.product_id = p.id and v.is_preferred
    left join vendors n on n.company_id = p.company_id and n.id = v.vendor_id order by p.name, p.id`,
  values: [testApp.companies.a],
});

/** 50 vendors by name, with their open orders. */
export const vendorsByName = ({ testApp }: Environment): ByHand => ({
  text: `select v.id, v.version, v.code, v.name, v.status, v.currency, v.city, v.country_code, v.created_at,
      (select count(*)::int from purchase_orders o where o.company_id = v.company_id and o.vendor_id = v.id
        and o.status in ('approved', 'sent', 'change_proposed', 'confirmed')) as open_orders
    from (select * from vendors where company_id = $1 and archived_at is null order by name, id limit 51) v
    order by v.name, v.id`,
  values: [testApp.companies.a],
});

/** A user with company, roles and permissions. */
export const user = ({ testApp }: Environment): ByHand => ({
  text: `select u.id, u.email, u.first_name, u.last_name, u.locale, u.timezone, c.id as company_id, c.legal_name,
      c.default_currency, array(select r.code from user_roles x join roles r on r.id = x.role_id where x.user_id = u.id) as roles,
      array(select distinct unnest(r.permissions) from user_roles x join roles r on r.id = x.role_id
        where x.user_id = u.id) as permissions
    from users u join companies c on c.id = u.company_id where u.id = $1`,
  values: [testApp.users.COMPANY_ADMIN],
});

/** Rows that a statement by hand needs to begin from. */
export async function rowsOf(
  environment: Environment,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: environment.databaseUrl, options: "-c role=waybill_owner" });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
