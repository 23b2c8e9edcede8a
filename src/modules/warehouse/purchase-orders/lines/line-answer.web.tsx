import { Trans } from "@lingui/react/macro";
import { StateChip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { DateValue } from "#web/ui/values/values.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { lineStatusStyles } from "../purchase-orders.status.web.tsx";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";
import { lineQuantities } from "./line-quantities.web.ts";
import type { Proposal, PurchaseOrderItem } from "./lines.contract.ts";
import styles from "./order-lines.module.css";

type Offer = Proposal["lines"][number];

/** The vendor's side of a line; what differs shows old struck through and new in weight. */
export function LineAnswer({
  item,
  order,
  offer,
}: {
  item: PurchaseOrderItem;
  order: PurchaseOrder;
  offer: Offer | undefined;
}) {
  const fmt = useFormat();
  if (offer?.answer === "reject" || item.status === "rejected_by_vendor") {
    return (
      <>
        <td data-align="end" className={`${styles.answer} ${styles.firstAnswer}`}>
          0
        </td>
        <td data-align="end" className={styles.answer}>
          <Text tone="dim">
            <Trans>no price</Trans>
          </Text>
        </td>
        <td data-align="end" className={styles.answer}>
          <Text tone="dim">
            <Trans>no date</Trans>
          </Text>
        </td>
        <td className={styles.answer} title={offer?.note ?? undefined}>
          <StateChip statusStyles={lineStatusStyles} state="rejected_by_vendor" inTable />
        </td>
      </>
    );
  }
  const said = lineQuantities(item);
  const qty = offer?.offered?.qty ?? item.confirmedQty;
  const price = offer?.offered?.unitPrice ?? (item.confirmedQty === null ? null : item.unitPrice);
  const by = offer?.offered?.date ?? item.promisedDate;
  const days = by ? Math.round((Date.parse(by) - Date.parse(item.requestedDate)) / 86_400_000) : 0;
  return (
    <>
      <td data-align="end" className={`${styles.answer} ${styles.firstAnswer}`}>
        {qty !== null && <Changed was={fmt.quantity(said.in(item.orderedQty))} is={fmt.quantity(said.in(qty))} />}
      </td>
      <td data-align="end" className={styles.answer}>
        {price !== null && (
          <Changed was={fmt.amount(item.unitPrice, order.currency)} is={fmt.amount(price, order.currency)} />
        )}
        {offer?.offered?.written && <Written offered={offer.offered} item={item} order={order} />}
      </td>
      <td data-align="end" className={styles.answer}>
        {by &&
          (days === 0 ? (
            <DateValue date={by} />
          ) : (
            <Text weight={600}>
              <DateValue date={by} />{" "}
              <Text size="tiny">
                {days > 0 ? "+" : ""}
                {days} d
              </Text>
            </Text>
          ))}
      </td>
      <td className={styles.answer} title={offer?.note ?? undefined}>
        {offer ? (
          <StateChip
            statusStyles={{ change: { icon: "wait", label: "changed" }, accept: { icon: "done", label: "confirmed" } }}
            state={offer.answer}
            inTable
          />
        ) : (
          <StateChip statusStyles={lineStatusStyles} state={item.status} inTable />
        )}
      </td>
    </>
  );
}

/** The vendor's price as they wrote it, where that was for another unit than the line's. */
function Written({
  offered: { written },
  item,
  order,
}: {
  offered: NonNullable<Offer["offered"]>;
  item: PurchaseOrderItem;
  order: PurchaseOrder;
}) {
  const fmt = useFormat();
  const units = useUnits();
  if (!written) return null;
  return (
    <Text tone="dim" size="small" shape="cut">
      <Trans>
        they wrote {fmt.amount(written.unitPrice, order.currency)} per {units.name(written, item.baseUom)}
      </Trans>{" "}
      {written.isRounded && <Trans>(rounded)</Trans>}
    </Text>
  );
}

function Changed({ was, is }: { was: string; is: string }) {
  if (was === is) return is;
  return (
    <>
      <Text as="s" tone="dim">
        {was}
      </Text>{" "}
      <Text weight={600}>{is}</Text>
    </>
  );
}
