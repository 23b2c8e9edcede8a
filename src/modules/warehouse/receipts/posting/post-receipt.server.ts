import { sql } from "kysely";
import { invalid } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { sha256 } from "#server/crypto/keys.ts";
import { openIssues } from "../../issues/open-issues.server.ts";
import { applyReceipt } from "../../purchase-orders/lines/apply-receipts.server.ts";
import { issuesOf } from "./receipt-issues.server.ts";
import type { ValidatedLine } from "./received.server.ts";
import { validateReceivedAt } from "./received-at.server.ts";
import { validateReceipt } from "./receipt-rules.server.ts";
import type { ReceiptInput } from "../receipts.contract.ts";
import { holdDelivery, lockOrderLines, loadReceivingContext } from "./receiving-context.server.ts";
import { writeReceipt, type WrittenLine, type WrittenReceipt } from "./write-receipt.server.ts";

/** A phone's clock may be wrong by this much; what it calls later is now. */
const clockSkewMs = 5 * 60_000;

/**
 * Posts a receipt and everything that follows from it in the transaction at hand: stock, order lines, orders, issues.
 * The same key again answers with the receipt that it made the first time. Returns the receipt's id.
 */
export async function postReceipt(ctx: Ctx, receipt: ReceiptInput): Promise<string> {
  if (receipt.receivedAt && Date.parse(receipt.receivedAt) > Date.now() + clockSkewMs)
    throw invalid({ receivedAt: "The goods cannot have come in the future." });
  const contentHash = sha256(JSON.stringify(receipt, withoutEmptySerials));
  const before = await postedBefore(ctx, receipt.clientReceiptKey, contentHash);
  if (before !== null) return before;
  const itemIds = unique(receipt.lines.flatMap((line) => line.purchaseOrderItemId ?? []));
  await lockOrderLines(ctx, itemIds);
  const deliveryVendorId = await holdDelivery(ctx, receipt); // after the orders, as the delivery's own steps lock them
  const context = await loadReceivingContext(ctx, receipt);
  const lines = validateReceipt(receipt, context);
  validateReceivedAt(receipt.receivedAt, lines, context);
  const searchText = [
    receipt.vendorDeliveryNote ?? "",
    ...context.orders.flatMap((order) => [order.number, order.vendorName]),
    ...receipt.lines.flatMap((line) => line.serialNumbers),
  ].join(" ");
  const receivedBefore = await serialsReceivedBefore(ctx, receipt.lines);
  const written = await writeReceipt(
    ctx,
    {
      ...receipt,
      receivedAt: context.receivedAt,
      contentHash,
      reversalOfId: null,
      reversalReason: null,

      searchText,
    },
    lines.map(asWritten),
  );
  const counted = lines.flatMap(({ item }) => item ?? []);
  await applyReceipt(ctx, written.id, {
    itemIds: unique(counted.map(({ id }) => id)),
    orderIds: unique(counted.map(({ orderId }) => orderId)),
  });
  await tell(ctx, receipt, written, lines);
  const posted = {
    ...written,
    receivedAt: context.receivedAt,
    timezone: context.timezone,
    deliveryVendorId,
    receivedBefore,
  };
  await openIssues(ctx, issuesOf(receipt, posted, lines));
  return written.id;
}

/** Waits for a parallel call with the same key; the receipt that it made, if there is one. */
async function postedBefore(ctx: Ctx, key: string, contentHash: Buffer): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('receipt ' || current_company()::text || ${key}, 0))`.execute(
    ctx.db,
  );
  const { rows } = await sql<{
    id: string;
    content_hash: Buffer;
  }>`select id, content_hash from receipts where company_id = current_company() and client_receipt_key = ${key}`.execute(
    ctx.db,
  );
  const first = rows[0];
  if (first && !first.content_hash.equals(contentHash))
    throw invalid(
      {},
      "This receipt was posted before with other contents. Reload to see what was posted.",
      "receipt_key_reused",
    );
  return first?.id ?? null;
}

/** What a phone kept before lines had serial numbers is the same receipt when it is sent again. */
const withoutEmptySerials = (name: string, value: unknown): unknown =>
  name === "serialNumbers" && Array.isArray(value) && value.length === 0 ? undefined : value;

/** Product and serial number, in lower case → the receipt that took that piece before, where nobody took it back. */
async function serialsReceivedBefore(ctx: Ctx, lines: ReceiptInput["lines"]): Promise<ReadonlyMap<string, string>> {
  const given = lines.flatMap(({ productId, serialNumbers }) =>
    productId === null ? [] : serialNumbers.map((serial) => ({ productId, serial: serial.toLowerCase() })),
  );
  if (given.length === 0) return new Map();
  const { rows } = await sql<{ productId: string; serial: string; number: string }>`
    select g."productId", g.serial, min(r.number) as number
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g("productId" uuid, serial text)
      join receipt_lines l on l.company_id = current_company() and l.product_id = g."productId"
        and exists (select from unnest(l.serial_numbers) s where lower(s) = g.serial)
      join receipts r on (r.company_id, r.id) = (l.company_id, l.receipt_id)
    where r.status = 'posted' and r.reversal_of_id is null and l.accepted_qty + l.damaged_qty > 0
    group by g."productId", g.serial`.execute(ctx.db);
  return new Map(rows.map(({ productId, serial, number }) => [`${productId} ${serial}`, number]));
}

function asWritten({ counted, item, claimed, ...places }: ValidatedLine): WrittenLine {
  const { storageLocationId, damagedStorageLocationId } = places;
  return {
    ...counted,
    purchaseOrderItemId: item?.id ?? null,
    claimedItemId: claimed?.id ?? null,
    isUnexpected: item === null,
    storageLocationId,
    damagedStorageLocationId,
  };
}

/** The receipt's own event, and one in the story of each order. */
async function tell(
  ctx: Ctx,
  receipt: ReceiptInput,
  { id, number }: WrittenReceipt,
  lines: readonly ValidatedLine[],
): Promise<void> {
  const changes = {
    receiptId: id,
    receiptNumber: number,
    lineCount: receipt.lines.length,
    ...(receipt.receivedAt ? { receivedAt: receipt.receivedAt } : {}),
  };
  await ctx.emit(
    "receipt.posted",
    { id },
    { to: "posted", reason: receipt.overrideReason ?? undefined, note: receipt.note ?? undefined, changes },
  );
  const note = receipt.note ?? undefined;
  const ordersOf = (which: (line: ValidatedLine) => boolean) =>
    unique(lines.filter(which).flatMap(({ order }) => order?.id ?? [])).map((orderId) => ({ id: orderId }));
  await ctx.emit(
    "purchase-order.goodsReceived",
    ordersOf(({ item }) => item !== null),
    { note, changes },
  );
  await ctx.emit(
    "purchase-order.goodsSetAside",
    ordersOf(({ claimed }) => claimed !== null),
    { note, changes },
  );
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
