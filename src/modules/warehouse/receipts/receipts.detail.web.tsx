import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Instant, RecordNumber } from "#web/ui/values/values.tsx";
import { inSentence, useWords } from "#web/ui/values/labels.ts";
import { Action } from "#web/detail/action.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Panel, Section, Stack } from "#web/ui/layout/layout.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { ReceiptLines } from "./receipt-lines.web.tsx";
import { receipts, type Receipt } from "./receipts.contract.ts";
import { receiptStatusStyles, receiptNaming } from "./receipts.status.web.tsx";
import { issueFlow } from "../issues/issues.flow.ts";

export function ReceiptDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <DetailScreen
      of={receipts}
      naming={receiptNaming}
      title={(receipt) => receipt.number}
      state={{ of: (receipt) => receipt.status, statusStyles: receiptStatusStyles }}
      summary={(receipt) => receipt.reversalOfNumber && t`takes ${receipt.reversalOfNumber} back`}
      strip={(receipt) => [
        { label: msg`Vendor`, value: receipt.vendorNames.join(", ") || null },
        {
          label: msg`Received`,
          value: <Instant at={receipt.receivedAt} />,
          sub: t`posted ${fmt.instant(receipt.postedAt)}`,
        },
        { label: msg`Location`, value: receipt.locationName },
        { label: msg`Delivery`, value: <DeliveryLink receipt={receipt} /> },
        { label: msg`Delivery note`, value: receipt.vendorDeliveryNote },
        { label: msg`Posted by`, value: receipt.postedByName },
      ]}
      rail={(receipt) => <ReceiptIssues receipt={receipt} />}
    >
      {(receipt) => (
        <>
          {receipt.steps.includes("reverse") && (
            <Action
              of={receipts.reverse}
              label={msg`Reverse receipt`}
              isDangerous
              confirm={t`Take back ${receipt.number}?`}
            >
              <p>
                <Trans>
                  A second receipt with negative lines takes the goods out of stock again, and the orders count them as
                  open. Both stay in the books.
                </Trans>
              </p>
            </Action>
          )}
          <Links receipt={receipt} />
          <SameNote receipt={receipt} />
          {receipt.note && <Note icon="open">{receipt.note}</Note>}
          {receipt.overrideReason && (
            <Note icon="warn">
              <b>
                <Trans>Taken above the tolerance, or although it expires soon.</Trans>
              </b>{" "}
              {receipt.overrideReason}
            </Note>
          )}
          <ReceiptLines receipt={receipt} />
        </>
      )}
    </DetailScreen>
  );
}

function DeliveryLink({ receipt: { deliveryScheduleId, deliveryScheduleNumber } }: { receipt: Receipt }) {
  if (deliveryScheduleId === null || deliveryScheduleNumber === null) return <Trans>Without one</Trans>;
  return (
    <Text
      as="a"
      tone="link"
      weight={500}
      href={recordHref("/warehouse/delivery-schedules/details", deliveryScheduleId)}
    >
      <RecordNumber>{deliveryScheduleNumber}</RecordNumber>
    </Text>
  );
}

const link = (id: string, number: string) => (
  <Text key={id} as="a" tone="link" weight={500} href={recordHref("/warehouse/receipts/details", id)}>
    <RecordNumber>{number}</RecordNumber>
  </Text>
);

/** One paper that was counted for two trucks is most likely the same goods. */
function SameNote({ receipt: { sameNote, vendorDeliveryNote } }: { receipt: Receipt }) {
  if (sameNote.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>Perhaps counted twice.</Trans>
      </b>{" "}
      <Trans>The delivery note {vendorDeliveryNote} stands on another receipt of the vendor, too:</Trans>{" "}
      {sameNote.map(({ id, number }) => link(id, number))}
    </Note>
  );
}

/** What was taken back by what. */
function Links({ receipt }: { receipt: Receipt }) {
  if (receipt.reversedById && receipt.reversedByNumber)
    return (
      <Note icon="ended">
        <Trans>Taken back by {link(receipt.reversedById, receipt.reversedByNumber)}.</Trans>
      </Note>
    );
  if (receipt.reversalOfId && receipt.reversalOfNumber)
    return (
      <Note icon="ended">
        <Trans>Takes {link(receipt.reversalOfId, receipt.reversalOfNumber)} back.</Trans> {receipt.reversalReason}
      </Note>
    );
  return null;
}

function ReceiptIssues({ receipt }: { receipt: Receipt }) {
  if (receipt.issues.length === 0) return null;
  return (
    <Section isSmall title={<Trans>Issues</Trans>}>
      <Stack gap={6}>
        {receipt.issues.map((issue) => (
          <IssueLink key={issue.id} issue={issue} />
        ))}
      </Stack>
    </Section>
  );
}

function IssueLink({ issue: { id, number, kind, status } }: { issue: Receipt["issues"][number] }) {
  const words = useWords();
  const isOver = inGroup(issueFlow, "over", status);
  return (
    <Panel as="a" href={recordHref("/warehouse/issues/details", id)}>
      <b>
        <RecordNumber>{number}</RecordNumber>
      </b>
      <Text tone={isOver ? "dim" : "urgent"} shape="block">
        {words(kind)}, {inSentence(words(status))}
      </Text>
    </Panel>
  );
}
