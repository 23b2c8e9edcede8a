import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import IconFileTypePdf from "@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs";
import { useState } from "react";
import { urlOf } from "#web/api/api.ts";
import { SummaryBar } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { UnitNames } from "#web/ui/values/use-units.ts";
import { DateValue, RecordNumber } from "#web/ui/values/values.tsx";
import { LinkEnded, LinkFrame, LinkLoading, LinkUnknown } from "#web/shell/link/link-frame.tsx";
import { LinkOutcome, LinkTitle } from "#web/shell/link/link-parts.tsx";
import { useLinkPage } from "#web/shell/link/use-link-page.ts";
import { DataProvider } from "#web/api/query.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Sums } from "../lines/sums.web.tsx";
import type { Choice } from "./line-answer.web.ts";
import { VendorAnswer } from "./vendor-answer.web.tsx";
import { VendorReceipt } from "./vendor-receipt.web.tsx";
import { vendorPages, type VendorPage } from "./vendor-page.contract.ts";

/** What each option does; those that answer say with what every line begins. */
const options: Readonly<Record<string, { answers: boolean; startsWith: Choice }>> = {
  view: { answers: false, startsWith: null },
  receipt: { answers: false, startsWith: null },
  confirm: { answers: true, startsWith: null },
  decline: { answers: true, startsWith: "reject" },
  propose: { answers: true, startsWith: "change" },
};

/** `/po/:option/:purchaseOrderId`: an order as its vendor sees it, reached by the secret of a mailed link. */
export function VendorOrderPage() {
  return (
    <DataProvider>
      <Linked />
    </DataProvider>
  );
}

function Linked() {
  // the path of this page has both
  const { option, purchaseOrderId } = useParams({ strict: false }) as { option: string; purchaseOrderId: string };
  const page = useLinkPage("purchase-order", purchaseOrderId, vendorPages.read);
  const [sent, setSent] = useState<VendorPage | null>(null);
  const order = sent ?? page.record;
  if (!Object.hasOwn(options, option)) return <LinkUnknown />;
  if (page.over) return <LinkEnded over={page.over} onRenew={page.renew} />;
  if (page.isLoading) return <LinkLoading />;
  if (!order) return <LinkUnknown />;
  return (
    <UnitNames value={order.unitNames}>
      <Order order={order} option={option} isSent={sent !== null} onSent={setSent} />
    </UnitNames>
  );
}

interface OrderProps {
  order: VendorPage;
  option: string;
  isSent: boolean;
  onSent: (order: VendorPage) => void;
}

function Order({ order, option, isSent, onSent }: OrderProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const titles: Record<string, string> = { view: t`Order ${order.number}`, receipt: t`What was received` };
  const { answers = false, startsWith = null } = options[option] ?? {};
  const mayAnswer = order.mayAnswer || order.mayPropose;
  const title =
    option in titles || !order.mayAnswer ? (titles[option] ?? t`Order ${order.number}`) : t`Can you supply this order?`;
  const isProposing = order.mayPropose && answers;
  return (
    <LinkFrame
      company={order.companyName}
      title={order.number}
      about={<Trans>asks {order.vendorName}</Trans>}
      actions={
        <>
          {order.linkExpiresAt && (
            <Text size="small">
              <Trans>This link is yours until {fmt.date(order.linkExpiresAt.slice(0, 10), "always")}</Trans>
            </Text>
          )}
          <Button
            variant="default"
            component="a"
            target="_blank"
            rel="noreferrer"
            href={urlOf(vendorPages.pdf, { id: order.id })}
            leftSection={<IconFileTypePdf size={15} stroke={1.7} />}
          >
            PDF
          </Button>
        </>
      }
    >
      {isSent || (order.answer && !order.mayAnswer && !isProposing && option !== "receipt") ? (
        <div ref={isSent ? arrive : undefined} tabIndex={-1}>
          <Answered order={order} isSent={isSent} />
        </div>
      ) : (
        <LinkTitle>{title}</LinkTitle>
      )}
      {order.externalNumber && (
        <Text as="p" tone="soft">
          <Trans>
            You have this order as {order.externalNumber}. It goes on under its new number, with what was still to come.
          </Trans>
        </Text>
      )}
      <SummaryBar
        cells={[
          {
            label: "order",
            value: <RecordNumber>{order.number}</RecordNumber>,
            sub: order.sentAt
              ? t`revision ${order.revision}, ${fmt.date(order.sentAt.slice(0, 10))}`
              : t`revision ${order.revision}`,
          },
          {
            label: t`Deliver to`,
            value: order.shipTo.name,
            sub: [order.shipTo.addressLine1, order.shipTo.city, order.shipTo.countryCode].filter(Boolean).join(", "),
          },
          {
            label: t`Needed by`,
            value: <DateValue date={order.requestedDate} year="always" />,
            sub: fmt.daysFromNow(order.requestedDate),
          },
          {
            label: "terms",
            value: order.incoterm && `${order.incoterm} ${order.incotermPlace ?? ""}`,
            sub: order.paymentTermsDays !== null && t`${order.paymentTermsDays} days net`,
          },
          { label: "buyer", value: order.buyer.name, sub: order.buyer.phone ?? order.buyer.email },
        ]}
      />
      {option === "receipt" ? (
        <VendorReceipt id={order.id} />
      ) : (
        <VendorAnswer
          key={option}
          order={{ ...order, mayAnswer: answers && mayAnswer && !isSent }}
          startsWith={isProposing ? "accept" : startsWith}
          onSent={onSent}
        />
      )}
      {order.answer?.kind === "change_proposed" && order.proposal && !order.mayAnswer && option !== "receipt" && (
        <Sums
          rows={[
            { label: <Trans>They asked</Trans>, value: fmt.money(order.proposal.askedTotal, order.currency) },
            {
              label: <Trans>You offered</Trans>,
              value: fmt.money(order.proposal.offeredTotal, order.currency),
              isTotal: true,
            },
          ]}
        />
      )}
      {order.mayAnswer && !answers && (
        <Button component={Link} to={`/po/confirm/${order.id}`} size="md" mt={18}>
          <Trans>Answer this order</Trans>
        </Button>
      )}
      {order.mayPropose && !answers && option === "view" && (
        <Button component={Link} to={`/po/propose/${order.id}`} variant="default" mt={18}>
          <Trans>Propose another date or quantity</Trans>
        </Button>
      )}
      {order.vendorNotes && (
        <Section title={<Trans>Note from the buyer</Trans>}>
          <Text tone="soft" shape="lines">
            {order.vendorNotes}
          </Text>
        </Section>
      )}
      {order.shipTo.receivingInstructions && (
        <Section title={<Trans>At the dock</Trans>}>
          <Text tone="soft" shape="lines">
            {order.shipTo.receivingInstructions}
          </Text>
        </Section>
      )}
    </LinkFrame>
  );
}

/** Whoever has sent an answer at the foot of the page reads at its top what became of it. */
const arrive = (outcome: HTMLElement | null) => {
  outcome?.scrollIntoView({ block: "center" });
  outcome?.focus();
};

/** What was recorded, for whoever has just sent it or comes back. */
function Answered({ order, isSent }: { order: VendorPage; isSent: boolean }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const kinds = {
    accepted: t`You confirmed this order`,
    declined: t`You declined this order`,
    change_proposed: t`Your changes are with the buyer`,
  };
  if (order.status === "cancelled")
    return (
      <LinkTitle>
        <Trans>This order was cancelled</Trans>
      </LinkTitle>
    );
  const icon = order.answer?.kind === "accepted" ? "done" : order.answer?.kind === "declined" ? "bad" : "wait";
  return (
    <LinkOutcome icon={icon} title={order.answer ? kinds[order.answer.kind] : t`Your answer was recorded`}>
      {order.answer && (
        <p>
          <Trans>
            Sent {fmt.instant(order.answer.at, "always")} by {order.answer.by}.
          </Trans>{" "}
          {order.answer.kind === "change_proposed" ? (
            <Trans>
              You get a mail as soon as {order.buyer.name} has decided. You need not do anything until then.
            </Trans>
          ) : (
            isSent && <Trans>A copy is on its way to you by mail. You can close this page.</Trans>
          )}
        </p>
      )}
      <Text as="p" tone="dim">
        <Trans>Something wrong? Write to {order.buyer.email}.</Trans>
      </Text>
    </LinkOutcome>
  );
}
