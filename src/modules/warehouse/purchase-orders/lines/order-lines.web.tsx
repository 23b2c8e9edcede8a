import { ActionIcon } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useState } from "react";
import { packNow } from "#shared/format/units.ts";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { ReceiptBar } from "./receipt-bar.web.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, DateValue, Quantity } from "#web/ui/values/values.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { InputDialog } from "#web/form/input-dialog.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { compare } from "#shared/format/money.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { OrderFoot } from "./order-foot.web.tsx";
import { itemStates, type Proposal, type PurchaseOrderItem } from "./lines.contract.ts";
import { lineStatusStyles, LateMark } from "../purchase-orders.status.web.tsx";
import { purchaseOrders, type PurchaseOrder } from "../purchase-orders.contract.ts";
import styles from "./order-lines.module.css";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";

type Offer = Proposal["lines"][number];

/** The lines: what we asked, what they answered, what was counted, side by side in the same unit. */
export function OrderLines({ order }: { order: PurchaseOrder }) {
  const { t } = useLingui();
  const [closing, setClosing] = useState<PurchaseOrderItem | null>(null);
  const step = useStep(purchaseOrders);
  const hasAnswer = order.vendorResponse !== "none";
  const hasCount = inGroup(purchaseOrderFlow, "placed", order.status);
  const offers = new Map(
    order.proposal?.state === "pending" ? order.proposal.lines.map((offer) => [offer.itemId, offer]) : [],
  );
  const mayClose = order.steps.includes("shortCloseLine");
  const { itemId: _itemId, ...closeShape } = inputOf(purchaseOrders.shortCloseLine)?.shape ?? {};
  const isComing = closing !== null && compare(closing.scheduledQty, "0") > 0;
  const closeInput = inputOf(purchaseOrders.shortCloseLine)?.omit({
    itemId: true,
    ...(isComing ? {} : { onTheWay: true }),
  });
  return (
    <section className={styles.section} aria-label={t`Lines`}>
      <div className={styles.box} tabIndex={0} role="region" aria-label={t`Lines`}>
        <table className={styles.table}>
          <thead>
            <tr className={styles.groups}>
              <th colSpan={2} />
              <th colSpan={4} scope="colgroup">
                <Trans>We asked</Trans>
              </th>
              {hasAnswer && (
                <th colSpan={4} scope="colgroup" className={styles.answerHead}>
                  <Trans>They answered</Trans>
                </th>
              )}
              {hasCount && (
                <th scope="colgroup">
                  <Trans>Counted</Trans>
                </th>
              )}
              {mayClose && <th aria-label={t`Steps`} />}
            </tr>
            <tr>
              <th scope="col" className={styles.no}>
                #
              </th>
              <th scope="col" className={styles.product}>
                <Trans>Product</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>Qty</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>Price</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>Total</Trans>
              </th>
              <th scope="col" className={styles.end}>
                <Trans>By</Trans>
              </th>
              {hasAnswer && (
                <>
                  <th scope="col" className={`${styles.end} ${styles.answer} ${styles.firstAnswer}`}>
                    <Trans>Qty</Trans>
                  </th>
                  <th scope="col" className={`${styles.end} ${styles.answer}`}>
                    <Trans>Price</Trans>
                  </th>
                  <th scope="col" className={`${styles.end} ${styles.answer}`}>
                    <Trans>By</Trans>
                  </th>
                  <th scope="col" className={styles.answer}>
                    <Trans>Answer</Trans>
                  </th>
                </>
              )}
              {hasCount && (
                <th scope="col">
                  <Trans>Of ordered</Trans>
                </th>
              )}
              {mayClose && <th className={styles.menu} aria-label={t`Steps`} />}
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.id} data-over={inGroup(itemStates, "dropped", item.status) || undefined}>
                <td className={styles.no}>{item.lineNo}</td>
                <td className={styles.product} title={item.description}>
                  <span className={styles.name}>{item.description}</span>
                  <span className={styles.sub}>
                    <Code>{item.sku}</Code>
                  </span>
                  <PackNow item={item} />
                </td>
                <Asked item={item} order={order} />
                {hasAnswer && <Answer item={item} order={order} offer={offers.get(item.id)} />}
                {hasCount && <Counted item={item} />}
                {mayClose && (
                  <td className={styles.menu}>
                    {Number(item.openQty) > 0 && (
                      <Menu position="bottom-end">
                        <Menu.Target>
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            size={26}
                            aria-label={t`Steps of line ${item.lineNo}`}
                          >
                            <IconDots size={15} stroke={1.7} />
                          </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                          <Menu.Item onClick={() => setClosing(item)}>
                            <Trans>Close line short</Trans>
                          </Menu.Item>
                        </Menu.Dropdown>
                      </Menu>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {order.items.length === 0 && (
        <p className={styles.none}>
          <Trans>No lines yet. Edit the order to add what you need.</Trans>
        </p>
      )}
      <OrderFoot order={order} />
      {closing && closeInput && Object.keys(closeShape).length > 0 && (
        <InputDialog
          title={<Trans>Close line {closing.lineNo} short?</Trans>}
          verb={t`Close line short`}
          schema={closeInput}
          isDangerous
          onSubmit={async (input) => {
            await step.mutateAsync({
              route: purchaseOrders.shortCloseLine,
              record: order,
              input: { ...input, itemId: closing.id },
            });
            setClosing(null);
            toastDone(t`Line closed short`, { line: closing.description });
          }}
          onClose={() => setClosing(null)}
        />
      )}
    </section>
  );
}

/** Where the product's pack is another one now: the line keeps the one that it was written with. */
function PackNow({ item }: { item: PurchaseOrderItem }) {
  const units = useUnits();
  const pack = inGroup(itemStates, "over", item.status) ? null : packNow(item, item.packages, item.baseUom);
  if (pack === null) return null;
  return (
    <span className={styles.pack}>
      {pack.now === null ? (
        <Trans>the product has no such pack now</Trans>
      ) : (
        <Trans>the product has a {units.name({ uom: item.uom, qtyPerUom: pack.now }, item.baseUom)} now</Trans>
      )}
    </span>
  );
}

function Asked({ item, order }: { item: PurchaseOrderItem; order: PurchaseOrder }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  return (
    <>
      <td className={styles.end}>
        <Quantity value={item.orderedQty} />
        <span className={styles.sub}>{units.name(item, item.baseUom)}</span>
      </td>
      <td className={styles.end}>
        {fmt.amount(item.unitPrice, order.currency)}
        <span className={styles.sub}>
          <Trans>per {units.name(item, item.baseUom)}</Trans>
        </span>
        {item.isPriceUnitOpen && (
          <span className={styles.open} title={t`Nobody has said yet that the vendor’s price is for this unit.`}>
            <Trans>unit not confirmed</Trans>
          </span>
        )}
      </td>
      <td className={styles.end}>{fmt.amount(item.lineTotal, order.currency)}</td>
      <td className={styles.end}>
        <DateValue date={item.requestedDate} />
        {item.isLate && <LateMark />}
      </td>
    </>
  );
}

/** The vendor's side of a line; what differs shows old struck through and new in weight. */
function Answer({ item, order, offer }: { item: PurchaseOrderItem; order: PurchaseOrder; offer: Offer | undefined }) {
  const fmt = useFormat();
  const answer = `${styles.end} ${styles.answer}`;
  if (offer?.answer === "reject" || item.status === "rejected_by_vendor") {
    return (
      <>
        <td className={`${answer} ${styles.firstAnswer}`}>0</td>
        <td className={answer}>
          <span className={styles.grey}>
            <Trans>no price</Trans>
          </span>
        </td>
        <td className={answer}>
          <span className={styles.grey}>
            <Trans>no date</Trans>
          </span>
        </td>
        <td className={styles.answer} title={offer?.note ?? undefined}>
          <StateChip statusStyles={lineStatusStyles} state="rejected_by_vendor" inTable />
        </td>
      </>
    );
  }
  const qty = offer?.offered?.qty ?? item.confirmedQty;
  const price = offer?.offered?.unitPrice ?? (item.confirmedQty === null ? null : item.unitPrice);
  const by = offer?.offered?.date ?? item.promisedDate;
  const days = by ? Math.round((Date.parse(by) - Date.parse(item.requestedDate)) / 86_400_000) : 0;
  return (
    <>
      <td className={`${answer} ${styles.firstAnswer}`}>
        {qty !== null && <Changed was={fmt.quantity(item.orderedQty)} is={fmt.quantity(qty)} />}
      </td>
      <td className={answer}>
        {price !== null && (
          <Changed was={fmt.amount(item.unitPrice, order.currency)} is={fmt.amount(price, order.currency)} />
        )}
        {offer?.offered?.written && <Written offered={offer.offered} item={item} order={order} />}
      </td>
      <td className={answer}>
        {by &&
          (days === 0 ? (
            <DateValue date={by} />
          ) : (
            <span className={styles.changed}>
              <DateValue date={by} />{" "}
              <span className={styles.by}>
                {days > 0 ? "+" : ""}
                {days} d
              </span>
            </span>
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
    <span className={styles.sub}>
      <Trans>
        they wrote {fmt.amount(written.unitPrice, order.currency)} per {units.name(written, item.baseUom)}
      </Trans>{" "}
      {written.isRounded && <Trans>(rounded)</Trans>}
    </span>
  );
}

function Changed({ was, is }: { was: string; is: string }) {
  if (was === is) return is;
  return (
    <>
      <s className={styles.was}>{was}</s> <span className={styles.changed}>{is}</span>
    </>
  );
}

function Counted({ item }: { item: PurchaseOrderItem }) {
  const fmt = useFormat();
  if (inGroup(itemStates, "dropped", item.status))
    return (
      <td className={styles.grey}>
        <Trans>Not coming</Trans>
      </td>
    );
  const share = (qty: string) => Math.min(100, Math.round((100 * Number(qty)) / Number(item.orderedQty)));
  return (
    <td>
      <span className={styles.counted}>
        <ReceiptBar
          width={34}
          accepted={share(item.acceptedQty)}
          damaged={share(item.damagedQty)}
          onTheWay={Math.min(100 - share(item.receivedQty), share(item.scheduledQty))}
        />
        <span className={styles.grey}>
          {fmt.quantity(item.receivedQty)}/{fmt.quantity(item.orderedQty)}
        </span>
        {item.status === "short_closed" && <StateChip statusStyles={lineStatusStyles} state={item.status} inTable />}
      </span>
    </td>
  );
}
