import type { Body } from "#main/testing/test-app.ts";

/** What was counted of a line, in base units. */
interface Counted {
  accepted: number;
  damaged: number;
  rejected: number;
}

/** A line of a receipt as its posting told it. */
export interface Posted extends Counted {
  readonly id: string;
  readonly productId: string | null;
  /** The order line that it counted for; null where it was put aside. */
  readonly itemId: string | null;
}

/** The same of an order line, with what of it went back, and what of what is ordered was credited instead of kept. */
interface OrderLine extends Counted {
  returned: number;
  credited: number;
}

const nothing = (): OrderLine => ({ accepted: 0, damaged: 0, rejected: 0, returned: 0, credited: 0 });
/** Quantities have three decimals here; sums of them are kept free of what binary fractions add. */
const exact = (value: number): number => Math.round(value * 1000) / 1000;
const number = (value: unknown): number => Number(value);
export const linesOf = (body: Body, key: string): readonly Body[] => body[key] as readonly Body[]; // where it is used the reply has it

const dropped = ["rejected_by_vendor", "cancelled"];
const over = ["received", "short_closed", ...dropped];
const undisputed = ["sent", "confirmed"];

/**
 * What the records have to say, by plain sums over what was answered with 200: it knows none of the product's code. Each
 * `tell…` is told one event; `judge…` compares a record with the sums, and says in words what is wrong.
 */
export class Oracle {
  readonly #lines = new Map<string, OrderLine>();
  readonly #stock = new Map<string, number>();
  readonly #receipts = new Map<string, readonly Posted[]>();
  /** Of orders whose change waits: what was agreed before it, by line; null where nothing was owed of it any more. */
  readonly #agreed = new Map<string, Map<string, number | null>>();
  /** Orders whose vendor said yes, or somebody in the vendor's name, and that were not asked anew since. */
  readonly #confirmed = new Set<string>();
  /** The first promise of each line. */
  readonly #promised = new Map<string, unknown>();
  /** What was counted on each receipt line, and what went off it since, by any issue. */
  readonly #counted = new Map<string, number>();
  readonly #gone = new Map<string, number>();

  readonly lineOf = (itemId: string) => this.#lines.get(itemId) ?? nothing();
  readonly receipt = (id: string) => this.#receipts.get(id);

  tellPosted(receipt: Body): void {
    const lines = linesOf(receipt, "lines").map((line): Posted => {
      const size = number(line["qtyPerUom"]);
      const part = (key: string) => exact(number(line[key]) * size);
      return {
        id: line.id,
        productId: line["productId"] as string | null,
        itemId: line["purchaseOrderItemId"] as string | null,
        accepted: part("acceptedQty"),
        damaged: part("damagedQty"),
        rejected: part("rejectedQty"),
      };
    });
    this.#receipts.set(receipt.id, lines);
    for (const line of lines) {
      this.#counted.set(line.id, exact(line.accepted + line.damaged + line.rejected));
      this.#count(line, 1);
    }
  }

  tellReversed(receiptId: string): void {
    for (const line of this.#receipts.get(receiptId) ?? []) this.#count(line, -1);
  }

  #count(line: Posted, sign: 1 | -1): void {
    if (line.productId !== null)
      this.tellMoved(line.productId, sign * exact(line.accepted + line.damaged + line.rejected));
    if (line.itemId === null) return;
    const sum = this.lineOf(line.itemId);
    for (const part of ["accepted", "damaged", "rejected"] as const) sum[part] = exact(sum[part] + sign * line[part]);
    this.#lines.set(line.itemId, sum);
  }

  tellMoved(productId: string, quantity: number): void {
    this.#stock.set(productId, exact((this.#stock.get(productId) ?? 0) + quantity));
  }

  /** So much of what was received of a line went back, or is here again (below zero). */
  tellReturned(itemId: string, quantity: number): void {
    const sum = this.lineOf(itemId);
    this.#lines.set(itemId, { ...sum, returned: exact(sum.returned + quantity) });
  }

  /** So much of what is ordered of a line was credited, or is none any more (below zero): it is not expected again. */
  tellCredited(itemId: string, quantity: number): void {
    const sum = this.lineOf(itemId);
    this.#lines.set(itemId, { ...sum, credited: exact(sum.credited + quantity) });
  }

  /** Goods of a receipt line went off it by an issue; says when more went than were counted. */
  tellGone(receiptLineId: string, quantity: number): string[] {
    const counted = this.#counted.get(receiptLineId) ?? 0;
    const gone = exact((this.#gone.get(receiptLineId) ?? 0) + quantity);
    this.#gone.set(receiptLineId, gone);
    return gone > counted ? [`${gone} went off a receipt line of ${counted}`] : [];
  }

  tellConfirmed(orderId: string, isSo: boolean): void {
    if (isSo) this.#confirmed.add(orderId);
    else this.#confirmed.delete(orderId);
  }

  /** An order as it is read after a step; what is agreed of it is what was written while nothing waited. */
  judgeOrder(order: Body): string[] {
    if (order["waitsFrom"] === null)
      this.#agreed.set(
        order.id,
        new Map(
          order.items.map((item) => [
            item.id,
            item.status === "short_closed" || dropped.includes(item.status) ? null : number(item["orderedQty"]),
          ]),
        ),
      );
    const faults = [...order.items.flatMap((item) => this.#judgeLine(order, item)), ...this.#judgeHead(order)];
    return faults.map((fault) => `${String(order["number"])} (${order.status}): ${fault}`);
  }

  #judgeLine(order: Body, item: Body): string[] {
    const size = number(item["qtyPerUom"]);
    const sum = this.lineOf(item.id);
    const kept = exact(sum.accepted + sum.damaged - sum.returned);
    const waits = order["waitsFrom"] !== null;
    const agreed = waits ? (this.#agreed.get(order.id)?.get(item.id) ?? 0) : number(item["orderedQty"]);
    const status = waits && agreed > 0 && dropped.includes(item.status) ? "open" : item.status;
    const provided = exact(kept + sum.credited);
    const open = over.includes(status) ? 0 : Math.max(0, agreed - provided / size);
    const wanted: [string, number][] = [
      ["acceptedQty", sum.accepted / size],
      ["damagedQty", sum.damaged / size],
      ["rejectedQty", sum.rejected / size],
      ["receivedQty", (sum.accepted + sum.damaged + sum.rejected) / size],
      ["returnedQty", sum.returned / size],
      ["keptBaseQty", kept],
      ["creditedBaseQty", sum.credited],
      ["openQty", open],
      // Goods that were taken by the piece leave a part of the line's unit, of six decimals: not more, and not a piece less.
      ["orderedBaseQty", number(item["orderedQty"]) * size],
    ];
    const judgedBy = waits && agreed > 0 ? agreed : number(item["orderedQty"]);
    const isFull = kept >= exact(judgedBy * size);
    const isEnded = item.status === "short_closed" || dropped.includes(item.status);
    const isCredited = sum.credited > 0 && provided >= exact(judgedBy * size);
    return [
      ...wanted.flatMap(([key, value]) =>
        Math.abs(number(item[key]) - value) > 0.000_002 ? [`${key} is ${String(item[key])}, not ${value}`] : [],
      ),
      ...(isEnded || isFull === (item.status === "received") ? [] : [`is ${item.status} with ${kept} kept`]),
      ...(isEnded || isFull || !isCredited ? [] : [`is ${item.status}, and the rest of it is credited`]),
      ...(kept < 0 ? [`kept is ${kept}`] : []),
      ...(number(item["scheduledQty"]) < 0 ? ["is scheduled below zero"] : []),
      ...this.#judgePromise(order, item),
    ].map((fault) => `line ${String(item["lineNo"])} ${fault}`);
  }

  /**
   * What a vendor promised first stays, whatever is agreed later; a day that was only asked for is none until they confirm it,
   * and of a line that was closed before they do nothing is promised.
   */
  #judgePromise({ status }: Body, { id, originalPromisedDate, promisedDate, confirmedQty }: Body): string[] {
    const first = this.#promised.get(id);
    const isAgreed = (status === "confirmed" || status === "closed") && confirmedQty !== null;
    if (first === undefined && originalPromisedDate !== null) this.#promised.set(id, originalPromisedDate);
    const isLost =
      first === undefined
        ? isAgreed && promisedDate !== null && originalPromisedDate === null
        : first !== originalPromisedDate;
    return isLost ? [`was promised for ${String(first)} first, and says ${String(originalPromisedDate)}`] : [];
  }

  #judgeHead(order: Body): string[] {
    const counted = order.items.filter(({ status }) => !dropped.includes(status));
    const cost = ({ orderedQty, unitPrice }: Body) => Math.round(number(orderedQty) * number(unitPrice) * 100) / 100;
    const total = Math.round(counted.reduce((sum, item) => sum + cost(item), 0) * 100) / 100;
    const keptOf = ({ id }: Body) => {
      const sum = this.lineOf(id);
      return sum.accepted + sum.damaged - sum.returned;
    };
    const receiptStatus = !order.items.some((item) => keptOf(item) > 0.000_5)
      ? "not_received"
      : counted.every(({ status }) => status === "received")
        ? "full"
        : "partial";
    // A cancelled order says what it would have cost.
    const isCounted = order.status !== "cancelled";
    return [
      ...(!isCounted || number(order["total"]) === total ? [] : [`costs ${String(order["total"])}, not ${total}`]),
      ...(order["receiptStatus"] === receiptStatus
        ? []
        : [`is ${String(order["receiptStatus"])}, not ${receiptStatus}`]),
      ...(!isCounted || order["lineCount"] === counted.length
        ? []
        : [`has ${String(order["lineCount"])} lines, not ${counted.length}`]),
      ...(order.status === "confirmed" && !this.#confirmed.has(order.id) ? ["nobody confirmed it"] : []),
      ...(order.status === "closed" && order.items.some(({ status }) => !over.includes(status))
        ? ["is closed, and something is expected"]
        : []),
      ...(order["onHold"] === true && order.status === "cancelled" ? ["is cancelled and held"] : []),
      ...(undisputed.includes(order.status) && order["waitsFrom"] !== null ? ["is out, and a change waits"] : []),
    ];
  }

  judgeProduct(product: Body): string[] {
    const stock = this.#stock.get(product.id) ?? 0;
    return exact(number(product["onHand"])) === stock
      ? []
      : [`${String(product["sku"])} has ${String(product["onHand"])} on hand, not ${stock}`];
  }
}
