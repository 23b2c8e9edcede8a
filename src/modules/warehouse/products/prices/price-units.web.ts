import type { Unit } from "#shared/format/units.ts";
import type { Product } from "../products.contract.ts";

type Offer = Product["vendors"][number];

/** What an offer's price is for; null without a price. */
export const priceUnitOf = ({ priceUom, priceQtyPerUom }: Offer): Unit | null =>
  priceUom === null || priceQtyPerUom === null ? null : { uom: priceUom, qtyPerUom: priceQtyPerUom };

/** What is ordered of an offer, as the line of an order begins with it: what the vendor takes, what the price is for, the usual pack. */
export function orderUnitOf(offer: Offer, { baseUom, packages }: Product): Unit {
  if (offer.packageUom !== null) return { uom: offer.packageUom, qtyPerUom: offer.qtyPerUom };
  const pack = packages.find(({ isPurchaseDefault }) => isPurchaseDefault);
  const usual = pack ? { uom: pack.uom, qtyPerUom: pack.quantityInBase } : { uom: baseUom, qtyPerUom: "1" };
  const price = priceUnitOf(offer);
  // A price for a hundred pieces is no pack that is ordered.
  return price && (price.uom !== baseUom || Number(price.qtyPerUom) === 1) ? price : usual;
}
