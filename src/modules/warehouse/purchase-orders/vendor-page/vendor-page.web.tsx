import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import IconFileTypePdf from "@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs";
import { useState } from "react";
import { urlOf } from "#web/api/api.ts";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { SummaryBar } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { UnitNames } from "#web/ui/values/use-units.ts";
import { DateValue, RecordNumber } from "#web/ui/values/values.tsx";
import { LinkEnded, LinkFrame, LinkLoading, LinkUnknown } from "#web/shell/link/link-frame.tsx";
import { useLinkPage } from "#web/shell/link/use-link-page.ts";
import { DataProvider } from "#web/api/query.tsx";
import type { Choice } from "./line-answer.web.ts";
import { VendorAnswer } from "./vendor-answer.web.tsx";
import { VendorReceipt } from "./vendor-receipt.web.tsx";
import { vendorPages, type VendorPage } from "./vendor-page.contract.ts";
import styles from "./vendor-page.module.css";

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
  const title =
    option in titles || !order.mayAnswer ? (titles[option] ?? t`Order ${order.number}`) : t`Can you supply this order?`;
  return (
    <LinkFrame
      company={order.companyName}
      title={order.number}
      about={<Trans>asks {order.vendorName}</Trans>}
      actions={
        <>
          {order.linkExpiresAt && (
            <span className={styles.expires}>
              <Trans>This link is yours until {fmt.date(order.linkExpiresAt.slice(0, 10), "always")}</Trans>
            </span>
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
      {isSent || (order.answer && !order.mayAnswer && option !== "receipt") ? (
        <Answered order={order} />
      ) : (
        <h1 className={styles.title}>{title}</h1>
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
          order={answers ? order : { ...order, mayAnswer: false }}
          startsWith={startsWith}
          onSent={onSent}
        />
      )}
      {order.mayAnswer && !answers && (
        <Button component={Link} to={`/po/confirm/${order.id}`} size="md" className={styles.go}>
          <Trans>Answer this order</Trans>
        </Button>
      )}
      {order.vendorNotes && (
        <section className={styles.note}>
          <h2>
            <Trans>Note from the buyer</Trans>
          </h2>
          <p>{order.vendorNotes}</p>
        </section>
      )}
      {order.shipTo.receivingInstructions && (
        <section className={styles.note}>
          <h2>
            <Trans>At the dock</Trans>
          </h2>
          <p>{order.shipTo.receivingInstructions}</p>
        </section>
      )}
    </LinkFrame>
  );
}

/** What was recorded, for whoever comes back. */
function Answered({ order }: { order: VendorPage }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const kinds = {
    accepted: t`You confirmed this order`,
    declined: t`You declined this order`,
    change_proposed: t`Your changes are with the buyer`,
  };
  if (order.status === "cancelled")
    return (
      <h1 className={styles.title}>
        <Trans>This order was cancelled</Trans>
      </h1>
    );
  const icon = order.answer?.kind === "accepted" ? "done" : order.answer?.kind === "declined" ? "bad" : "wait";
  return (
    <section className={styles.answered} role="status">
      <Glyph icon={icon} size={34} />
      <div>
        <h1 className={styles.title}>{order.answer ? kinds[order.answer.kind] : t`Your answer was recorded`}</h1>
        {order.answer && (
          <p>
            <Trans>
              Sent {fmt.instant(order.answer.at, "always")} by {order.answer.by}.
            </Trans>{" "}
            {order.answer.kind === "change_proposed" && (
              <Trans>
                {order.buyer.name} accepts them or calls you. If they accept, you get the new revision to confirm.
              </Trans>
            )}
          </p>
        )}
        <p className={styles.hint}>
          <Trans>Something wrong? Write to {order.buyer.email}.</Trans>
        </p>
      </div>
    </section>
  );
}
