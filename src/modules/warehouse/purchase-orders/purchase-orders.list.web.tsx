import { useQuery } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { ReceiptBar } from "./lines/receipt-bar.web.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { DateValue } from "#web/ui/values/values.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ExportButton } from "#web/list/export-button.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import type { BulkSteps } from "#web/list/selection-steps.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import { openOrderLines } from "./import/open-orders.contract.ts";
import { orderStatusStyles, orderNaming, orderState, useAttention } from "./purchase-orders.status.web.tsx";
import {
  purchaseOrders,
  type OrderView,
  type PurchaseOrder,
  type PurchaseOrderRow,
} from "./purchase-orders.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";
import { ToCome } from "./lines/to-come.web.tsx";

const columns = columnsOf<PurchaseOrder>((c) => [
  c.number("number", { label: msg`Order`, width: 136 }),
  { ...c.text("vendorName", { label: msg`Vendor`, width: 146 }), grows: 1 },
  {
    ...c.badge("status", orderStatusStyles, { width: 170 }),
    cell: (order) => <StateChip statusStyles={orderStatusStyles} state={orderState(order)} inTable />,
  },
  c.custom("attention", { label: msg`Reason`, width: 116, cell: (order) => <Attention order={order} /> }),
  { ...c.count("lineCount", { label: msg`Lines`, width: 60 }), part: "detail" }, // the figure of a phone's row is the money
  c.custom("acceptedPct", { label: msg`Receipt`, width: 124, cell: (order) => <Received order={order} /> }),
  c.money("total", { currency: "currency", width: 116 }),
  c.custom("requestedDate", {
    label: msg`Needed by`,
    width: 94,
    align: "end",
    cell: (order) => <NeededBy order={order} />,
  }),
  c.text("shipToName", { label: msg`Ship to`, width: 118 }),
  c.person("buyerName", { label: msg`Buyer` }),
  c.date("orderDate", { hidden: true }),
  c.date("promisedDate", { hidden: true }),
  c.code("vendorReference", { hidden: true }),
  c.code("externalNumber", { hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const PurchaseOrderPreview = previewOf(columns);

/** What a buyer or an approver does with a whole morning's orders. */
const { submit, approve, send, hold, release } = purchaseOrders;
const bulk: BulkSteps<PurchaseOrder> = {
  routes: { submit, approve, send, hold, release },
  words: {
    submit: { label: msg`Submit for approval` },
    send: {
      label: msg`Send to vendor`,
      consequence: <Trans>Each vendor gets a mail with the order.</Trans>,
      done: ({ status }) => (status === "sent" ? null : msg`Needs an approver first`),
    },
    hold: { label: msg`Put on hold` },
  },
  line: (order) => <OrderLine order={order} />,
};

const viewNames: readonly OrderView[] = ["all", "open", "needs_me", "waiting_on_vendor", "late", "arriving_week"];

export function PurchaseOrderList() {
  const { t } = useLingui();
  const fmt = useFormat();
  const { data } = useQuery({
    queryKey: [purchaseOrders.list.path, "views"],
    queryFn: ({ signal }) => call(purchaseOrders.views, { signal }),
  });
  const titles: Record<OrderView, string> = {
    all: t`All`,
    open: t`Open`,
    needs_me: t`Needs me`,
    waiting_on_vendor: t`Waiting on vendor`,
    late: t`Late`,
    arriving_week: t`Arriving this week`,
  };
  const count = (name: OrderView) => {
    const known = data?.counts[name];
    return known && `${fmt.quantity(known.count)}${known.more ? "+" : ""}`;
  };
  return (
    <ListScreen
      of={purchaseOrders}
      naming={orderNaming}
      columns={columns}
      filters={[
        "status",
        "receiptStatus",
        { name: "vendorId", of: vendors, field: "name" },
        { name: "shipToLocationId", of: locations, field: "name" },
        "requestedDate",
        "onHold",
      ]}
      views={{ filter: "view", tabs: viewNames.map((name) => ({ name, title: titles[name], count: count(name) })) }}
      summary={data && <ToCome open={count("open")} views={data} />}
      bulk={bulk}
      opens="/warehouse/purchase-orders/details"
      actions={
        <>
          <ExportButton route={openOrderLines.exportLines} query={{ values: "words" }}>
            <Trans>Open lines</Trans>
          </ExportButton>
          <ImportButton entity="purchase-order" can={purchaseOrders.create.can} />
        </>
      }
      newPath="/warehouse/purchase-orders/new"
    />
  );
}

function OrderLine({ order }: { order: PurchaseOrderRow }) {
  const fmt = useFormat();
  return [order.vendorName, fmt.money(order.total, order.currency)].join(" · ");
}

function Attention({ order }: { order: PurchaseOrderRow }) {
  const reason = useAttention()(order);
  return (
    reason && (
      <Text tone={reason.isUrgent ? "urgent" : "dim"} title={reason.text}>
        {reason.text}
      </Text>
    )
  );
}

function Received({ order }: { order: PurchaseOrderRow }) {
  const isDue = inGroup(purchaseOrderFlow, "placed", order.status);
  if (!isDue || (order.acceptedPct + order.damagedPct + order.onTheWayPct === 0 && order.status !== "closed"))
    return (
      <Text tone="dim">
        {inGroup(purchaseOrderFlow, "dropped", order.status) ? <Trans>Nothing due</Trans> : <Trans>Not started</Trans>}
      </Text>
    );
  return (
    <Row as="span" isTight>
      <ReceiptBar accepted={order.acceptedPct} damaged={order.damagedPct} onTheWay={order.onTheWayPct} />
      <Text tone="dim">{order.acceptedPct}%</Text>
    </Row>
  );
}

function NeededBy({ order }: { order: PurchaseOrderRow }) {
  const isLate = order.attention === "overdue";
  return (
    <Text {...(isLate ? { tone: "urgent" } : {})}>
      <DateValue date={order.requestedDate} />
    </Text>
  );
}
