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
import { Table } from "#web/ui/layout/table.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { compare } from "#shared/format/money.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { CloseShortFields } from "../steps/close-short-fields.web.tsx";
import { lineStatusStyles, LateMark } from "../purchase-orders.status.web.tsx";
import { LineAnswer } from "./line-answer.web.tsx";
import { LineDiscount } from "./line-discount.web.tsx";
import { inLineUnit } from "./kept-qty.ts";
import { lineQuantities } from "./line-quantities.web.ts";
import { OrderFoot } from "./order-foot.web.tsx";
import { itemStates, type PurchaseOrderItem } from "./lines.contract.ts";
import { purchaseOrders, type PurchaseOrder } from "../purchase-orders.contract.ts";
import styles from "./order-lines.module.css";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";

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
      <Table label={t`Lines`} place="bleeds" minWidth={720}>
        <thead>
          <tr>
            <th colSpan={2} />
            <th colSpan={4} scope="colgroup">
              <Trans>We asked</Trans>
            </th>
            {hasAnswer && (
              <th colSpan={4} scope="colgroup" className={`${styles.answer} ${styles.firstAnswer}`}>
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
            <th scope="col">#</th>
            <th scope="col" data-grows>
              <Trans>Product</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Qty</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Price</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Total</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>By</Trans>
            </th>
            {hasAnswer && (
              <>
                <th scope="col" data-align="end" className={`${styles.answer} ${styles.firstAnswer}`}>
                  <Trans>Qty</Trans>
                </th>
                <th scope="col" data-align="end" className={styles.answer}>
                  <Trans>Price</Trans>
                </th>
                <th scope="col" data-align="end" className={styles.answer}>
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
            {mayClose && <th aria-label={t`Steps`} />}
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id} data-over={inGroup(itemStates, "dropped", item.status) || undefined}>
              <td>{item.lineNo}</td>
              <td data-grows title={item.description}>
                <Text weight={500} shape="cut">
                  {item.description}
                </Text>
                <Text tone="dim" size="small" shape="cut">
                  <Code>{item.sku}</Code>
                </Text>
                <PackNow item={item} />
              </td>
              <Asked item={item} order={order} />
              {hasAnswer && <LineAnswer item={item} order={order} offer={offers.get(item.id)} />}
              {hasCount && <Counted item={item} />}
              {mayClose && (
                <td>
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
      </Table>

      {order.items.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>No lines yet. Edit the order to add what you need.</Trans>
        </Text>
      )}
      <OrderFoot order={order} />
      {closing && closeInput && Object.keys(closeShape).length > 0 && (
        <InputDialog
          title={<Trans>Close line {closing.lineNo} short?</Trans>}
          verb={t`Close line short`}
          schema={closeInput}
          fields={<CloseShortFields isComing={isComing} />}
          draft={[purchaseOrders.shortCloseLine.path, closing.id]}
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
    <Text tone="urgent" size="small" shape="block">
      {pack.now === null ? (
        <Trans>the product has no such pack now</Trans>
      ) : (
        <Trans>the product has a {units.name({ uom: item.uom, qtyPerUom: pack.now }, item.baseUom)} now</Trans>
      )}
    </Text>
  );
}

function Asked({ item, order }: { item: PurchaseOrderItem; order: PurchaseOrder }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const said = lineQuantities(item);
  return (
    <>
      <td data-align="end">
        <Quantity value={said.in(item.orderedQty)} />
        <Text tone="dim" size="small" shape="cut">
          {units.name(said.unit, item.baseUom)}
        </Text>
        {compare(item.receivedBeforeQty, "0") > 0 && (
          <Text tone="dim" size="small" shape="block">
            <Trans>{fmt.quantity(said.in(item.receivedBeforeQty))} received before</Trans>
          </Text>
        )}
        {item.agreedQty !== null && compare(item.agreedQty, item.orderedQty) !== 0 && (
          <Text size="small" weight={550} shape="block">
            <Trans>agreed {fmt.quantity(said.in(item.agreedQty))}</Trans>
          </Text>
        )}
      </td>
      <td data-align="end">
        {fmt.amount(item.unitPrice, order.currency)}
        <Text tone="dim" size="small" shape="cut">
          <Trans>per {units.name(item, item.baseUom)}</Trans>
        </Text>
        <LineDiscount pct={item.discountPct} />
        {item.isPriceUnitOpen && (
          <Text
            tone="urgent"
            size="small"
            shape="block"
            title={t`Nobody has said yet that the vendor’s price is for this unit.`}
          >
            <Trans>unit not confirmed</Trans>
          </Text>
        )}
      </td>
      <td data-align="end">{fmt.amount(item.lineTotal, order.currency)}</td>
      <td data-align="end">
        <DateValue date={item.promisedDate ?? item.requestedDate} />
        {item.promisedDate !== null && item.promisedDate !== item.requestedDate && (
          <Text tone="dim" size="small" shape="block">
            <Trans>
              asked <DateValue date={item.requestedDate} />
            </Trans>
          </Text>
        )}
        {item.isLate && <LateMark />}
      </td>
    </>
  );
}

function Counted({ item }: { item: PurchaseOrderItem }) {
  const fmt = useFormat();
  if (inGroup(itemStates, "dropped", item.status))
    return (
      <Text as="td" tone="dim">
        <Trans>Not coming</Trans>
      </Text>
    );
  const said = lineQuantities(item);
  const credited = inLineUnit(item.creditedBaseQty, item.qtyPerUom);
  const share = (qty: string) => Math.min(100, Math.round((100 * Number(qty)) / Number(item.orderedQty)));
  return (
    <td>
      <Row as="span" isTight>
        <ReceiptBar
          width={34}
          accepted={share(item.acceptedQty)}
          damaged={share(item.damagedQty)}
          onTheWay={Math.min(100 - share(item.receivedQty), share(item.scheduledQty))}
        />
        <Text tone="dim">
          {fmt.quantity(said.in(item.receivedQty))}/{fmt.quantity(said.in(item.orderedQty))}
          {credited !== "0" && (
            <>
              {", "}
              <Trans>{fmt.quantity(said.in(credited))} credited</Trans>
            </>
          )}
        </Text>
        {item.status === "short_closed" && <StateChip statusStyles={lineStatusStyles} state={item.status} inTable />}
      </Row>
    </td>
  );
}
