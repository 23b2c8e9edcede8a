import { ordersPath } from "#main/testing/records/orders.ts";
import type { Body } from "#main/testing/test-app.ts";
import type { Posted } from "./oracle.ts";
import type { Told, Walker } from "./walker.ts";

const receiptsPath = "/api/warehouse/receipts";

/** What went off a receipt line by an issue, as long as that stands. */
interface Gone {
  readonly receiptLineId: string;
  readonly productId: string | null;
  readonly itemId: string | null;
  readonly orderId: unknown;
  /** Out of stock, expected again while it stays, and off what was received of the order line. */
  readonly moved: number;
  readonly replaced: number;
  readonly returned: number;
  /** Not expected again: so much of what is ordered was credited. */
  readonly credited: number;
}

/** A step of an issue that was taken. */
interface Step {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What issues did with goods: told to the oracle, and taken back with them. */
export class Settled {
  readonly #gone = new Map<string, Gone>();
  /** Goods that were put aside and taken: the line onto which they were. */
  readonly #taken = new Map<string, { readonly itemId: string; readonly orderId: string }>();

  async follow(walker: Walker, issue: Body, { name, body }: Step, told: Told): Promise<void> {
    if (["takeGoods", "returnGoods", "refuseGoods"].includes(name)) return this.#decided(walker, issue, told);
    if (name === "resolve") return this.#resolved(walker, issue, told, body["returned"] === "credited");
    const gone = this.#gone.get(issue.id);
    if (!name.startsWith("undo") || !gone) return;
    this.#gone.delete(issue.id);
    await this.#tell(walker, gone, -1, told);
    await walker.judgeOrders([gone.orderId], told);
  }

  /** Goods that were put aside leave quarantine, whole; those that are taken count for an order line. */
  async #decided(walker: Walker, issue: Body, told: Told): Promise<void> {
    const { oracle } = walker;
    const after = told.answer.body;
    const receipt = await walker.read(receiptsPath, String(after["resolvedByReceiptId"]));
    oracle.tellPosted(receipt);
    walker.keep(walker.receipts, receipt.id);
    const aside = lineOf(walker, issue);
    const [out, ...others] = oracle.receipt(receipt.id) ?? [];
    if (!aside || !out || sum(aside) !== -sum(out)) walker.fault("not all of it left quarantine", told);
    const taken = others.find(({ itemId }) => itemId !== null);
    const isTaken = told.answer.body["resolution"] === "accept_as_is";
    const all = others.reduce((whole, line) => whole + sum(line), 0);
    if (aside && isTaken && (all !== sum(aside) || !taken)) walker.fault("not all of it was taken or stays", told);
    const orderId = after["purchaseOrderId"];
    if (taken?.itemId && aside) this.#taken.set(aside.id, { itemId: taken.itemId, orderId: String(orderId) });
    if (aside?.productId) await walker.judgeProducts([aside.productId], told);
  }

  /** Rejected goods are accepted after all: by a receipt that moves just them, onto the line on which they were rejected. */
  async #accepted(walker: Walker, issue: Body, told: Told): Promise<void> {
    const { oracle } = walker;
    const after = told.answer.body;
    const receipt = await walker.read(receiptsPath, String(after["resolvedByReceiptId"]));
    oracle.tellPosted(receipt);
    walker.keep(walker.receipts, receipt.id);
    const wanted = Math.round(Number(issue["qtyAffected"]) * Number(after["qtyPerUom"]) * 1000) / 1000;
    const [out, came, ...others] = oracle.receipt(receipt.id) ?? [];
    const isMoved =
      out?.rejected === -wanted && sum(out) === -wanted && came?.accepted === wanted && sum(came) === wanted;
    if (!isMoved || out.itemId === null || out.itemId !== came.itemId || others.length > 0)
      walker.fault("rejected goods were accepted, and not just they moved", told);
    const line = lineOf(walker, issue);
    const orderId = (line && this.#taken.get(line.id)?.orderId) ?? issue["purchaseOrderId"];
    if (came?.productId) await walker.judgeProducts([came.productId], told);
    await walker.judgeOrders([orderId], told);
  }

  /** A return takes goods out of stock and off what was received of the line; scrap the first of it, a replacement the second. */
  async #resolved(walker: Walker, issue: Body, told: Told, isCredit: boolean): Promise<void> {
    const after = told.answer.body;
    if (after["resolvedByReceiptId"] !== null) return this.#accepted(walker, issue, told);
    const line = lineOf(walker, issue);
    const isScrapped = after["scrappedBaseQty"] !== null;
    const moved = Number(after["returnedBaseQty"] ?? after["scrappedBaseQty"] ?? 0);
    const replaced = Number(after["replacedBaseQty"] ?? 0);
    if (!line || moved + replaced === 0) return;
    const wanted = Number(issue["qtyAffected"]) * Number(after["qtyPerUom"]);
    if (moved + replaced !== wanted) walker.fault(`${moved} went, ${replaced} are replaced of ${wanted}`, told);
    const taken = this.#taken.get(line.id);
    const itemId = line.itemId ?? taken?.itemId ?? null;
    const orderId = taken?.orderId ?? issue["purchaseOrderId"];
    const returned = itemId === null ? 0 : await this.#fallen(walker, itemId, String(orderId));
    const isCredited = after["resolution"] === "return" && isCredit;
    const credited =
      itemId === null || !isCredited ? 0 : await this.#owedLess(walker, itemId, { orderId, returned, wanted });
    const isBySystem = issue["reportedByName"] === null;
    if (returned < 0 || returned > wanted) walker.fault(`${returned} came off the line for ${wanted}`, told);
    if (isScrapped && returned !== 0) walker.fault("scrapped pieces were received all the same", told);
    if (isBySystem && issue["kind"] === "damaged" && itemId !== null && !isScrapped && returned !== wanted)
      walker.fault("damaged pieces that went back still count as received", told);
    if (isBySystem && issue["kind"] === "quality" && returned !== 0)
      walker.fault("rejected pieces were never received", told);
    const gone = {
      receiptLineId: line.id,
      productId: line.productId,
      itemId,
      orderId,
      moved,
      replaced,
      returned,
      credited,
    };
    this.#gone.set(issue.id, gone);
    await this.#tell(walker, gone, 1, told);
    await walker.judgeOrders([orderId], told);
  }

  /** By how much what is kept of a line fell. */
  async #fallen(walker: Walker, itemId: string, orderId: string): Promise<number> {
    const order = await walker.read(ordersPath, orderId);
    const item = order.items.find(({ id }) => id === itemId);
    const before = walker.oracle.lineOf(itemId);
    const kept = before.accepted + before.damaged - before.returned;
    return Math.round((kept - Number(item?.["keptBaseQty"])) * 1000) / 1000;
  }

  /** What is credited of a line is expected no more, up to what would be expected without it. */
  async #owedLess(
    walker: Walker,
    itemId: string,
    { orderId, returned, wanted }: { readonly orderId: unknown; readonly returned: number; readonly wanted: number },
  ): Promise<number> {
    const order = await walker.read(ordersPath, String(orderId));
    const item = order.items.find(({ id }) => id === itemId);
    const { accepted, damaged, returned: before, credited } = walker.oracle.lineOf(itemId);
    const ordered = Number(item?.["agreedQty"] ?? 0) || Number(item?.["orderedQty"]);
    const owed = ordered * Number(item?.["qtyPerUom"]) - (accepted + damaged - before - returned) - credited;
    return Math.max(0, Math.min(wanted, Math.round(owed * 1000) / 1000));
  }

  async #tell(walker: Walker, gone: Gone, sign: 1 | -1, told: Told): Promise<void> {
    const { oracle } = walker;
    if (gone.productId !== null) oracle.tellMoved(gone.productId, -sign * gone.moved);
    if (gone.itemId !== null) oracle.tellReturned(gone.itemId, sign * gone.returned);
    if (gone.itemId !== null) oracle.tellCredited(gone.itemId, sign * gone.credited);
    for (const fault of oracle.tellGone(gone.receiptLineId, sign * gone.moved)) walker.fault(fault, told);
    if (gone.productId !== null && gone.moved > 0) await walker.judgeProducts([gone.productId], told);
  }
}

const sum = (line: Posted): number => Math.round((line.accepted + line.damaged + line.rejected) * 1000) / 1000;

function lineOf({ oracle }: Walker, issue: Body): Posted | undefined {
  return oracle.receipt(String(issue["receiptId"]))?.find(({ id }) => id === issue["receiptLineId"]);
}
