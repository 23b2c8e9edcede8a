import { useQuery } from "@tanstack/react-query";
import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { compare } from "#shared/format/money.ts";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { recordHref } from "#web/list/data/address.ts";
import { Row } from "#web/ui/layout/layout.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { DateValue } from "#web/ui/values/values.tsx";
import { purchaseOrders } from "../purchase-orders.contract.ts";
import type { PaidPrice } from "./paid-prices.contract.ts";

interface PriceHistoryProps {
  productId: string;
  baseUom: string;
  /** The order that is being written. */
  exceptOrderId?: string | null;
  /** Takes a price over into what is being written; a price in another currency is only shown. */
  take?: { currency: string; onTake: (paid: PaidPrice) => void };
}

/** What a product was bought for, the latest first: when, from whom, by which order, how much of it, at what price. */
export function PriceHistory({ productId, baseUom, exceptOrderId, take }: PriceHistoryProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: [purchaseOrders.priceHistory.path, productId, exceptOrderId ?? null],
    queryFn: ({ signal }) =>
      call(purchaseOrders.priceHistory, { query: { productId, ...(exceptOrderId ? { exceptOrderId } : {}) }, signal }),
  });
  if (error)
    return (
      <Row>
        <Text tone="bad" role="alert">
          {asProblem(error).message}
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </Row>
    );
  if (!data)
    return (
      <Text as="p" tone="dim" role="status">
        <Trans>Looking up what was paid</Trans>
      </Text>
    );
  if (data.items.length === 0)
    return (
      <Text as="p" tone="dim">
        <Trans>Never bought yet. The price of the first order that a vendor gets stands here.</Trans>
      </Text>
    );
  return (
    <>
      <Table label={t`Prices paid`} minWidth={460}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Order</Trans>
            </th>
            <th scope="col" data-grows>
              <Trans>Vendor</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Qty</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Price</Trans>
            </th>
            {take && <th aria-label={t`Take`} />}
          </tr>
        </thead>
        <tbody>
          {data.items.map((paid) => (
            <Paid key={paid.itemId} paid={paid} baseUom={baseUom} take={take} />
          ))}
        </tbody>
      </Table>
      {data.hasMore && (
        <Text as="p" tone="dim" size="small">
          <Trans>Older ones stand in the orders.</Trans>
        </Text>
      )}
    </>
  );
}

function Paid({ paid, baseUom, take }: { paid: PaidPrice; baseUom: string; take: PriceHistoryProps["take"] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const price = fmt.price(paid.unitPrice, paid.currency);
  return (
    <tr>
      <td>
        <a href={recordHref("/warehouse/purchase-orders/details", paid.orderId)}>{paid.orderNumber}</a>
        <Text tone="dim" size="small" shape="block">
          <DateValue date={paid.orderDate} />
        </Text>
      </td>
      <td data-grows title={paid.vendorName}>
        <Text shape="cut">{paid.vendorName}</Text>
      </td>
      <td data-align="end">{units.count(paid.orderedQty, paid, baseUom)}</td>
      <td data-align="end">
        {price}
        <Text tone="dim" size="small" shape="block">
          <Trans>per {units.name(paid, baseUom)}</Trans>
          {compare(paid.discountPct, "0") > 0 && <Trans>, less {fmt.quantity(paid.discountPct)} %</Trans>}
        </Text>
      </td>
      {take && (
        <td>
          {take.currency === paid.currency && (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={t`Take ${price} of order ${paid.orderNumber}`}
              onClick={() => take.onTake(paid)}
            >
              <Trans>Take</Trans>
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}
