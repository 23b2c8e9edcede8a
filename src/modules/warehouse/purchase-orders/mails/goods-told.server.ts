import { compare, add } from "#shared/format/money.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { MailFact } from "#server/mail/mail-layout.ts";
import type { VendorReceipt } from "../../receipts/vendor-receipt.contract.ts";
import type { OrderFormatting } from "./order-formatting.server.ts";
import type { VendorNotification } from "./vendor-notifications.server.ts";

/** So much of a line, in its unit, is not expected any more. */
export interface WithdrawnLine {
  readonly lineNo: number;
  readonly qty: string;
}

/** A line, and what was still to come of it. */
export interface WithExpected {
  readonly lineNo: number;
  readonly openQty: string;
}

/** What was still to come of lines before a step that ended them: none of it is expected any more. */
export const withdrawnOf = (before: readonly WithExpected[]): WithdrawnLine[] =>
  before.flatMap(({ lineNo, openQty }) => (compare(openQty, "0") > 0 ? [{ lineNo, qty: openQty }] : []));

export interface GoodsTold {
  readonly line: VendorReceipt["lines"][number];
  readonly qty: string;
  readonly text: (quantity: string) => Sentence;
}

/** An order that closes is told with what was received of it, if anything was. */
export const closingMail = (receiptStatus: string): VendorNotification =>
  receiptStatus === "not_received" ? "close" : "receipt";

const tellsGoods: readonly VendorNotification[] = ["receipt", "close", "shortCloseLine", "reopen"];

/** Whether a mail says quantities by line. */
export const isAboutGoods = (what: VendorNotification): boolean => tellsGoods.includes(what);

/**
 * The quantities that a mail names, line by line: what went back, and what is not expected any more or again.
 * `withdrawn`: what the step at hand ended, where the order as it is now does not say it.
 */
export function goodsTold(
  what: VendorNotification,
  lines: VendorReceipt["lines"],
  withdrawn: readonly WithdrawnLine[],
): GoodsTold[] {
  const told = lines.flatMap((line): GoodsTold[] => {
    const ended = withdrawn.find(({ lineNo }) => lineNo === line.lineNo)?.qty;
    if (what === "reopen") return [{ line, qty: line.openQty, text: expectedAgain }];
    if (what === "shortCloseLine") return [{ line, qty: ended ?? "0", text: notExpected }];
    return [
      { line, qty: line.returnedQty, text: wentBack },
      { line, qty: ended ?? add(line.shortQty, line.withdrawnQty), text: notExpected },
    ];
  });
  return told.filter(({ qty }) => compare(qty, "0") > 0);
}

const expectedAgain: GoodsTold["text"] = (quantity) => message("{quantity} expected again", { quantity });
const notExpected: GoodsTold["text"] = (quantity) => message("{quantity} not expected any more", { quantity });
const wentBack: GoodsTold["text"] = (quantity) => message("{quantity} went back to you", { quantity });

/** As facts of a mail: the first of each kind, as a long order has them on its page. */
export const goodsFacts = (told: readonly GoodsTold[], words: OrderFormatting): MailFact[] =>
  told
    .slice(0, 40)
    .map(({ line, qty, text }) => [
      message("Line {line}, {sku}", { line: line.lineNo, sku: line.vendorSku ?? line.sku }),
      text(words.count(qty, line, line.baseUom)),
    ]);
