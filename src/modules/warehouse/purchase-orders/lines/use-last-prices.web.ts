import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#web/api/api.ts";
import { purchaseOrders } from "../purchase-orders.contract.ts";
import { maxLines } from "./lines.contract.ts";
import type { PaidPrice } from "./paid-prices.contract.ts";

interface LastPricesOf {
  /** Empty while none is known. */
  vendorId: string;
  productIds: readonly (string | null)[];
  /** The order that is being written. */
  exceptOrderId: string | null;
}

interface Known {
  readonly vendorId: string;
  /** Null: never bought. */
  readonly prices: ReadonlyMap<string, PaidPrice | null>;
}

/** What the vendor's products cost the last time, by product; each is asked for once. */
export function useLastPrices({
  vendorId,
  productIds,
  exceptOrderId,
}: LastPricesOf): ReadonlyMap<string, PaidPrice | null> {
  const [known, setKnown] = useState<Known>({ vendorId, prices: new Map() });
  const prices = known.vendorId === vendorId ? known.prices : none;
  const isAsked = (id: string | null): id is string => id !== null && !prices.has(id);
  const asked = vendorId === "" ? [] : [...new Set(productIds.filter(isAsked))].slice(0, maxLines);
  const found = useQuery({
    queryKey: [purchaseOrders.lastPrices.path, vendorId, exceptOrderId, asked],
    queryFn: ({ signal }) =>
      call(purchaseOrders.lastPrices, { body: { vendorId, productIds: asked, exceptOrderId }, signal }),
    enabled: asked.length > 0,
  });
  useEffect(() => {
    if (!found.data) return;
    const paid = new Map(found.data.items.map((price) => [price.productId, price]));
    setKnown({ vendorId, prices: new Map([...prices, ...asked.map((id) => [id, paid.get(id) ?? null] as const)]) });
    // An answer is taken over once; what it answers are the products of its key.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [found.data]);
  return prices;
}

const none: ReadonlyMap<string, null> = new Map();
