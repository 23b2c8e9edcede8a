import { Trans, useLingui } from "@lingui/react/macro";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { RecordMissing } from "#web/detail/detail-states.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { useList } from "#web/list/data/use-list.ts";
import { useRecord } from "#web/list/data/use-record.ts";
import { useMay } from "#web/api/session.tsx";
import { Screen, ScreenBody, ScreenHead } from "#web/ui/layout/screen.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { purchaseOrders } from "../purchase-orders/purchase-orders.contract.ts";
import { BookingForm } from "./booking/booking-form.web.tsx";
import { deliveryNaming } from "./delivery-schedules.status.web.ts";

/** `/warehouse/delivery-schedules/new?purchaseOrderId=` or `?locationId=`: a dock and a time for what comes. */
export function NewDeliverySchedule() {
  const { search } = useAddress();
  const text = (name: string) => (typeof search[name] === "string" ? search[name] : null);
  const [orderId, locationId] = [text("purchaseOrderId"), text("locationId")];
  const order = useRecord(purchaseOrders, orderId);
  const site = useRecord(locations, order.record?.shipToLocationId ?? locationId);
  const problem = order.problem ?? site.problem;
  if (problem)
    return <RecordMissing naming={deliveryNaming} problem={problem} onRetry={() => (order.retry(), site.retry())} />;
  if (orderId === null && locationId === null) return <WhatFor />;
  // A list knows an order without its lines: the whole of it is on its way.
  if (!site.record || (orderId !== null && (!order.record || order.isPlaceholder))) return <DetailSkeleton />;
  return <BookingForm key={orderId ?? locationId} order={order.record} site={site.record} startDate={text("date")} />;
}

/** Reached without an order, e.g. from the board: which order, or at least which place. */
function WhatFor() {
  const { t } = useLingui();
  const { go, search } = useAddress();
  const maySeeOrders = useMay()(purchaseOrders.list.can);
  const { records: orders } = useList(
    purchaseOrders,
    { receivable: "true", limit: 100, sort: "requestedDate" },
    maySeeOrders,
  );
  const { records: sites } = useList(locations, { limit: 100, sort: "name" });
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Book a delivery</Trans>
        </h1>
      </ScreenHead>
      <ScreenBody>
        {maySeeOrders && (
          <SelectInput
            label={t`For which order?`}
            placeholder={t`Choose an order`}
            data={orders.map(({ id, number, vendorName, shipToName }) => ({
              value: id,
              label: `${number}, ${vendorName}, ${shipToName}`,
            }))}
            value={null}
            onChange={(purchaseOrderId) => go({ search: { ...search, purchaseOrderId } })}
          />
        )}
        <SelectInput
          label={t`Or without an order, at which location?`}
          placeholder={t`Choose a location`}
          data={sites.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(chosen) => go({ search: { ...search, locationId: chosen } })}
        />
      </ScreenBody>
    </Screen>
  );
}
