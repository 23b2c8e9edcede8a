import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { StepsLine, type Station } from "#web/ui/status/steps-line.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Code, DateValue, RecordNumber } from "#web/ui/values/values.tsx";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { compare } from "#shared/format/money.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { files } from "../../settings/files/files.contract.ts";
import { OrderButtons, previewOf } from "./order-buttons.web.tsx";
import { CloseShortFields } from "./steps/close-short-fields.web.tsx";
import { OrderLines } from "./lines/order-lines.web.tsx";
import { OrderOnTheWay, OrderReceipts } from "./order-on-the-way.web.tsx";
import { ApprovalFigures, WaitingForApproval } from "./approval/order-rate.web.tsx";
import { ProposalDecision } from "./proposals/proposal-decision.web.tsx";
import { purchaseOrderFlow, type PurchaseOrderStep } from "./purchase-orders.flow.ts";
import { orderStatusStyles, orderNaming, orderState } from "./purchase-orders.status.web.tsx";
import { purchaseOrderRecord, purchaseOrders, type PurchaseOrder } from "./purchase-orders.contract.ts";

/** Steps with a place of their own on the screen: the proposal's note, the line, the editor. The vendor's are on the vendor's page. */
const elsewhere = ["amend", "acceptProposal", "refuseProposal", "shortCloseLine", "propose"] as const;
const {
  amend: _amend,
  acceptProposal: _accept,
  refuseProposal: _refuse,
  shortCloseLine: _line,
  propose: _propose,
  ...plainSteps
} = purchaseOrderFlow.steps;
const buttons = { ...purchaseOrderFlow, steps: plainSteps };

const words: Partial<Record<Exclude<PurchaseOrderStep, (typeof elsewhere)[number]>, StepWords>> = {
  submit: { label: msg`Submit for approval` },
  send: {
    label: msg`Send to vendor`,
    confirm: <Trans>Send it to the vendor?</Trans>,
    done: ({ status }) => (status === "sent" ? null : msg`Needs an approver first`),
  },
  resend: { label: msg`Send again`, confirm: <Trans>Send it to the vendor again?</Trans>, isMinor: true },
  confirm: { label: msg`Confirm for the vendor`, isMinor: true },
  decline: { label: msg`Decline for the vendor`, isDangerous: true },
  hold: { label: msg`Put on hold`, isMinor: true },
  close: { label: msg`Close short`, isDangerous: true },
  cancel: { label: msg`Cancel order`, isDangerous: true },
  reject: { label: msg`Reject`, isDangerous: true },
};

/** What goes out by mail says to whom. */
function wordsOf(order: PurchaseOrder): typeof words {
  const { orderAddresses } = order;
  const consequence =
    orderAddresses.length > 0 ? (
      <Trans>It goes to {orderAddresses.join(", ")}.</Trans>
    ) : (
      <Trans>The vendor has no e-mail address for orders yet.</Trans>
    );
  const preview = (
    <>
      {consequence}{" "}
      <Text as="a" tone="link" target="_blank" rel="noreferrer" href={previewOf(order)}>
        <Trans>See the PDF that they would get</Trans>
      </Text>
    </>
  );
  const approve = { consequence: <ApprovalFigures order={order} /> };
  const revise = { isPlain: order.steps.includes("send") };
  return {
    ...words,
    approve,
    revise,
    close: { ...words.close, fields: <CloseShortFields isComing={isComing(order)} /> },
    send: { ...words.send, consequence: preview },
    resend: { ...words.resend, consequence },
  };
}

const isComing = (order: PurchaseOrder): boolean =>
  order.items.some(({ scheduledQty }) => compare(scheduledQty, "0") > 0);

/** What becomes of goods on their way is asked only where there are some. */
function stepsOf(order: PurchaseOrder) {
  const { body } = purchaseOrders.close;
  return {
    ...purchaseOrders,
    close: {
      ...purchaseOrders.close,
      body: isComing(order)
        ? body.extend({ onTheWay: body.shape.onTheWay.unwrap().unwrap() })
        : body.omit({ onTheWay: true }),
    },
  };
}

export function PurchaseOrderDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <DetailScreen
      of={purchaseOrders}
      naming={orderNaming}
      title={(order) => order.number}
      state={{ of: orderState, statusStyles: orderStatusStyles as never }} // one chip for two axes: its states are more than the flow's
      summary={(order) =>
        [
          order.sentAt
            ? t`Revision ${order.revision}, sent ${fmt.date(order.sentAt)}`
            : order.revision > 0
              ? t`Revision ${order.revision}`
              : null,
          order.externalNumber && t`${order.externalNumber} before`,
        ]
          .filter(Boolean)
          .join(" · ") || null
      }
      strip={(order) => [
        { label: "vendor", value: order.vendorName, sub: <Code>{order.vendorCode}</Code> },
        { label: msg`Deliver to`, value: order.shipToName, sub: order.shipToTimezone },
        {
          label: msg`Needed by`,
          value: <DateValue date={order.requestedDate} year="always" />,
          sub: inGroup(purchaseOrderFlow, "over", order.status) ? null : fmt.daysFromNow(order.requestedDate),
        },
        {
          label: msg`First promise`,
          value: order.originalPromisedDate && <DateValue date={order.originalPromisedDate} year="always" />,
          sub: <Promise order={order} />,
        },
        {
          label: "terms",
          value: order.incoterm && `${order.incoterm} ${order.incotermPlace ?? ""}`,
          sub: order.paymentTermsDays !== null && t`${order.paymentTermsDays} days net`,
        },
        {
          label: "buyer",
          value: order.buyerName,
          sub: order.vendorReference && (
            <Trans>
              ref. <RecordNumber>{order.vendorReference}</RecordNumber>
            </Trans>
          ),
        },
      ]}
      rail={(order) => (
        <>
          <OrderOnTheWay order={order} />
          <OrderReceipts order={order} />
          <Attachments of={files} entity="purchase-order" id={order.id} can={purchaseOrderRecord.files.edit} />
        </>
      )}
    >
      {(order) => (
        <>
          <Steps
            of={stepsOf(order)}
            flow={buttons}
            record={order}
            words={wordsOf(order)}
            about={[order.number, order.vendorName, fmt.money(order.total, order.currency)].join(" · ")}
          />
          <OrderButtons order={order} />
          <OrderSteps order={order} />
          <WaitingForApproval order={order} />
          <Why order={order} />
          <ProposalDecision order={order} />
          <OrderLines order={order} />
        </>
      )}
    </DetailScreen>
  );
}

function Promise({ order }: { order: PurchaseOrder }) {
  if (order.originalPromisedDate === null)
    return (
      order.promisedDate && (
        <Trans>
          <DateValue date={order.promisedDate} />, not confirmed yet
        </Trans>
      )
    );
  if (order.promisedDate === order.originalPromisedDate) return <Trans>kept</Trans>;
  return (
    order.promisedDate && (
      <Trans>
        now <DateValue date={order.promisedDate} />
      </Trans>
    )
  );
}

const way = ["draft", "approved", "sent", "answered", "received", "closed"] as const;

/** The line from the draft to the closed order: behind us solid, here dashed, ahead grey. */
function OrderSteps({ order }: { order: PurchaseOrder }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (order.status === "cancelled") return null;
  const reached = {
    draft: 0,
    rejected: 0,
    pending_approval: 1,
    approved: 1,
    sent: 3,
    change_proposed: 3,
    declined: 3,
    confirmed: 4,
    closed: 5,
  }[order.status];
  const at = order.receiptStatus !== "not_received" && reached < 5 ? 4 : reached;
  const subs: Record<(typeof way)[number], string | null> = {
    draft: `${fmt.date(order.createdAt)}, ${order.buyerName.split(" ")[0]}`,
    approved:
      order.status === "pending_approval"
        ? t`waits for approval`
        : order.approvedAt && `${fmt.date(order.approvedAt)}, ${order.approvedByName ?? t`below the limit`}`,
    sent: order.sentAt && fmt.instant(order.sentAt),
    answered: order.vendorRespondedAt
      ? `${fmt.date(order.vendorRespondedAt)}, ${order.vendorRespondedBy ?? ""}`
      : order.linkOpenedAt
        ? t`opened ${fmt.instant(order.linkOpenedAt)}`
        : null,
    received: order.lineCount === 1 ? `${order.acceptedPct}%` : t`${order.acceptedPct}% of ${order.lineCount} lines`,
    closed: order.closedAt && fmt.date(order.closedAt),
  };
  const labels = {
    draft: msg`Draft`,
    approved: msg`Approved`,
    sent: msg`Sent`,
    answered: msg`Vendor answer`,
    received: msg`Receiving`,
    closed: msg`Closed`,
  };
  const stations = way.map((name, n): Station => {
    const when = n < at || order.status === "closed" ? "past" : n === at ? "now" : "ahead";
    const icon =
      name === "closed"
        ? "end"
        : when === "past"
          ? "done"
          : when === "now"
            ? n === 3 || order.status === "pending_approval"
              ? "wait"
              : n === 1
                ? "done"
                : "live"
            : "open";
    return { label: labels[name], when, icon, sub: when === "ahead" ? null : subs[name] };
  });
  return <StepsLine stations={stations} />;
}

/** A sentence for an order that stands still. */
function Why({ order }: { order: PurchaseOrder }) {
  if (order.onHold)
    return (
      <Note icon="warn">
        <b>
          <Trans>On hold.</Trans>
        </b>{" "}
        {order.holdReason}
      </Note>
    );
  if (order.status === "rejected")
    return (
      <Note icon="bad">
        <b>
          <Trans>Rejected.</Trans>
        </b>{" "}
        {order.rejectReason}
      </Note>
    );
  if (order.status === "declined")
    return (
      <Note icon="bad">
        <b>
          <Trans>Declined by {order.vendorRespondedBy}.</Trans>
        </b>{" "}
        {order.vendorNote}
      </Note>
    );
  if (order.status === "cancelled")
    return (
      <Note icon="ended">
        <b>
          <Trans>Cancelled.</Trans>
        </b>{" "}
        {order.cancelReason}
      </Note>
    );
  if (order.attention === "nothing_expected")
    return (
      <Note icon="warn">
        <b>
          <Trans>Nothing is expected of it.</Trans>
        </b>{" "}
        <Trans>Everything came or was credited. Amend it to order more, or close it.</Trans>
      </Note>
    );
  return null;
}
