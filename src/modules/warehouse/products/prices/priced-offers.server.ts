import { compare } from "#shared/format/money.ts";
import { invalid, type Sentence } from "#shared/contract/problem.ts";
import { isSameUnit, type Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import type { ProductVendorInput } from "./offers.contract.ts";
import { namedUnit, priceText, usualUnit } from "./price-units.server.ts";
import type { Product } from "../products.contract.ts";

type Offer = Product["vendors"][number];
interface Written {
  readonly baseUom: string;
  readonly packages: readonly {
    readonly uom: string;
    readonly quantityInBase: string;
    readonly isPurchaseDefault: boolean;
  }[];
  readonly vendors: readonly ProductVendorInput[];
}

/**
 * The offers as they are kept: each price with what it is for, and whether somebody said so. What stays as it was keeps
 * its mark; a price or unit that is written anew counts as confirmed where its unit is said.
 */
export function pricedOffers(
  { baseUom, packages, vendors }: Written,
  before: readonly Offer[],
): (ProductVendorInput & { unitConfirmedAt: Date | null })[] {
  const refusals: Record<string, Sentence> = {};
  const sizes = packages.map(({ uom, quantityInBase, isPurchaseDefault }) => ({
    uom,
    qtyPerUom: quantityInBase,
    isPurchaseDefault,
  }));
  const priced = vendors.map((offer, at) => {
    const old = before.find(({ vendorId }) => vendorId === offer.vendorId);
    if (offer.unitPrice === null) return { ...offer, priceUom: null, priceQtyPerUom: null, unitConfirmedAt: null };
    const order = offer.packageUom === null ? null : { uom: offer.packageUom, qtyPerUom: offer.qtyPerUom };
    const records = { baseUom, packages: sizes, order, before: old ? unitOf(old) : null };
    const isSaid = offer.priceUom !== null || offer.priceQtyPerUom !== null;
    const named = isSaid ? namedUnit({ uom: offer.priceUom, qtyPerUom: offer.priceQtyPerUom }, records) : null;
    if (named !== null && !("uom" in named)) refusals[`vendors.${at}.priceQtyPerUom`] = named;
    const usual = usualUnit(records);
    const unit = named !== null && "uom" in named ? named : usual.unit;
    const stays = old !== undefined && isSamePrice(old, { ...offer, ...asPriced(unit) });
    const isKnown = stays
      ? old.isUnitConfirmed
      : isSaid || (records.before === null ? usual.isOnly : old?.isUnitConfirmed === true);
    return { ...offer, ...asPriced(unit), unitConfirmedAt: isKnown ? new Date() : null };
  });
  if (Object.keys(refusals).length > 0) throw invalid(refusals);
  return priced;
}

const asPriced = ({ uom, qtyPerUom }: Unit) => ({ priceUom: uom, priceQtyPerUom: qtyPerUom });

function unitOf({ priceUom, priceQtyPerUom }: Pick<Offer, "priceUom" | "priceQtyPerUom">): Unit | null {
  return priceUom === null || priceQtyPerUom === null ? null : { uom: priceUom, qtyPerUom: priceQtyPerUom };
}

type Price = Pick<Offer, "unitPrice" | "currency" | "priceUom" | "priceQtyPerUom">;

function isSamePrice(a: Price, b: Price): boolean {
  const [one, two] = [unitOf(a), unitOf(b)];
  if (a.unitPrice === null || b.unitPrice === null || one === null || two === null) return a.unitPrice === b.unitPrice;
  return compare(a.unitPrice, b.unitPrice) === 0 && a.currency === b.currency && isSameUnit(one, two);
}

/** One event for each price that is another one now: old and new with their units, and whose it is. */
export async function tellPriceChanges(ctx: Ctx, before: Product, after: Product): Promise<void> {
  const inWords = (offer: Offer | undefined, baseUom: string) => {
    const unit = offer && unitOf(offer);
    return offer?.unitPrice && unit
      ? priceText({ unitPrice: offer.unitPrice, currency: offer.currency, ...unit }, baseUom)
      : null;
  };
  const ids = new Set([...before.vendors, ...after.vendors].map(({ vendorId }) => vendorId));
  for (const id of ids) {
    const [old, now] = [before, after].map(({ vendors }) => vendors.find(({ vendorId }) => vendorId === id));
    const [from, to] = [inWords(old, before.baseUom), inWords(now, after.baseUom)];
    if (from === to) continue;
    await ctx.emit(
      "product.priceChanged",
      { id: after.id },
      { note: now?.vendorName ?? old?.vendorName, changes: { price: { from, to } } },
    );
  }
}
