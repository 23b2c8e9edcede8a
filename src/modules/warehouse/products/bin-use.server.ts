import { sql, type RawBuilder } from "kysely";
import { conflict, message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx, EventDetails } from "#server/http/context.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";

/** What lies where: so much of a product in a bin, and how many more there are of it, of its products or of its bins. */
interface Lying {
  readonly code: string;
  readonly sku: string;
  readonly goods: { readonly qty: string; readonly uom: string };
  readonly others: number;
}

const words = {
  bin: {
    one: (lying: Lying) =>
      message("{goods} of {sku} lie in {code}. Only an empty bin can be put out of use or moved.", { ...lying }),
    more: (lying: Lying) =>
      message(
        "{goods} of {sku} and {others, plural, one {# other product} other {# other products}} lie in {code}. Only an empty bin can be put out of use or moved.",
        { ...lying },
      ),
  },
  product: {
    one: (lying: Lying) =>
      message("{goods} of it lie in {code}. Only a product that is not in stock can be archived.", { ...lying }),
    more: (lying: Lying) =>
      message(
        "{goods} of it lie in {code}, and more in {others, plural, one {# other bin} other {# other bins}}. Only a product that is not in stock can be archived.",
        { ...lying },
      ),
  },
  location: {
    one: (lying: Lying) =>
      message("{goods} of {sku} lie in {code}. Only a location without stock can be archived.", { ...lying }),
    more: (lying: Lying) =>
      message("{goods} of {sku} lie in {code}, and there is more. Only a location without stock can be archived.", {
        ...lying,
      }),
  },
} satisfies Record<string, Record<"one" | "more", (lying: Lying) => Sentence>>;

/** A bin in which goods lie stays in use, at its location, and so do the location and the product: 409 with what lies there. */
export const binUse: readonly Reaction[] = [
  ...["storage-location.archived", "storage-location.updated"].map((event) =>
    reaction(event, (ctx, id, { changes = {} }: EventDetails) =>
      refuseStock(
        ctx,
        "bin",
        sql`s.id = ${id} and (not s.is_active and ${"isActive" in changes} or s.archived_at is not null
          or ${"locationId" in changes})`,
      ),
    ),
  ),
  reaction("product.archived", (ctx, id) => refuseStock(ctx, "product", sql`p.id = ${id}`)),
  reaction("location.archived", (ctx, id) => refuseStock(ctx, "location", sql`s.location_id = ${id}`)),
];

/** `s` is a bin, `p` a product. */
async function refuseStock(ctx: Ctx, of: keyof typeof words, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Lying>`
    select s.code, p.sku, jsonb_build_object('qty', trim_scale(sum(m.quantity))::text, 'uom', p.base_uom) as goods,
      (count(*) over () - 1)::int as others
    from storage_locations s
      join stock_moves m on (m.company_id, m.storage_location_id) = (s.company_id, s.id)
      join products p on (p.company_id, p.id) = (m.company_id, m.product_id)
    where s.company_id = current_company() and ${where}
    group by s.id, s.code, p.sku, p.base_uom having sum(m.quantity) <> 0 order by p.sku, s.code limit 1`.execute(
    ctx.db,
  );
  const [lying] = rows;
  if (!lying) return;
  throw conflict(of === "bin" ? "bin_not_empty" : "in_stock", words[of][lying.others === 0 ? "one" : "more"](lying));
}
