import { message, type Sentence } from "#shared/contract/problem.ts";
import type { OwnUnitNames } from "#shared/format/unit-names.ts";
import { writtenQuantity } from "#shared/format/units.ts";
import type { MailContent, MailFact } from "#server/mail/mail-layout.ts";
import type { Mail } from "#server/jobs/reactions.ts";
import { lineUnit, mailOf, notSupplied, offeredText, type To } from "./order-mails.server.ts";
import type { OrderFormatting } from "./order-formatting.server.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";

/** An approver is asked. */
export function approverMail(order: PurchaseOrder, company: string, { to, url }: To): Mail {
  return mailOf(order, { to, url }, (words) => ({
    company,
    subject: message("Please approve {number}", { number: order.number }),
    title: message("{number} waits for your approval", { number: order.number }),
    paragraphs: [
      message("{buyer} wants to order from {vendor}.", { buyer: order.buyerName, vendor: order.vendorName }),
    ],
    facts: [
      [message("Total"), words.money(order, order.total)],
      ...rateFacts(order, words),
      [message("Lines"), String(order.lineCount)],
      [message("Needed by"), words.day(order.requestedDate)],
      [message("Deliver to"), order.shipToName],
    ],
    button: { label: message("Look at the order"), url },
  }));
}

/** What a foreign total is worth, by which rate; the buyer's own is named as such. */
function rateFacts(
  { rate, currency, companyCurrency, exchangeRate }: PurchaseOrder,
  words: OrderFormatting,
): MailFact[] {
  if (currency === companyCurrency) return [];
  return [
    rate
      ? [
          message("At 1 {currency} = {rate} {own} of {day}", {
            currency,
            rate: words.amount(rate.rate, 0, 10),
            own: rate.toCurrency,
            day: words.day(rate.asOf),
          }),
          `${rate.toCurrency} ${words.quantity(rate.total)}`,
        ]
      : [message("Exchange rate"), message("none that is at most 7 days old")],
    ...(exchangeRate ? [[message("Rate typed by the buyer"), words.amount(exchangeRate, 0, 10)] as MailFact] : []),
  ];
}

export type BuyerNotification = "approve" | "reject" | "confirm" | "propose" | "decline";

const note = (written: string | null): MailContent["paragraphs"] => (written ? [{ written }] : []);

const news: Readonly<
  Record<BuyerNotification, (order: PurchaseOrder) => { title: Sentence; paragraphs: MailContent["paragraphs"] }>
> = {
  approve: (order) => ({
    title: message("{number} is approved", { number: order.number }),
    paragraphs: [
      ...(order.approvedByName ? [message("{name} approved it.", { name: order.approvedByName })] : []),
      message("It can go to {vendor} now.", { vendor: order.vendorName }),
    ],
  }),
  reject: (order) => ({
    title: message("{number} was not approved", { number: order.number }),
    paragraphs: note(order.rejectReason),
  }),
  confirm: (order) => ({
    title: message("{vendor} confirms {number}", about(order)),
    paragraphs: order.vendorNote
      ? note(order.vendorNote)
      : [message("Answered by {name}.", { name: order.vendorRespondedBy ?? order.vendorName })],
  }),
  propose: (order) => ({
    title: message("{vendor} proposes changes to {number}", about(order)),
    paragraphs: order.proposal?.note ? note(order.proposal.note) : [message("Accept them, or refuse and ask again.")],
  }),
  decline: (order) => ({
    title: message("{vendor} declines {number}", about(order)),
    paragraphs: note(order.vendorNote),
  }),
};

const about = (order: PurchaseOrder) => ({ number: order.number, vendor: order.vendorName });

/** The buyer is told what others decided about their order. */
export function buyerMail(
  order: PurchaseOrder & { unitNames: OwnUnitNames },
  what: BuyerNotification,
  company: string,
  { to, url }: To,
): Mail {
  return mailOf(order, { to, url }, (words) => ({
    company,
    ...news[what](order),
    facts:
      what === "propose" && order.proposal
        ? changes(order, order.proposal, words)
        : [[message("Total"), words.money(order, order.total)]],
    button: { label: message("Open the order"), url },
  }));
}

function changes(
  order: PurchaseOrder,
  proposal: NonNullable<PurchaseOrder["proposal"]>,
  words: OrderFormatting,
): MailFact[] {
  const lines = proposal.lines.filter(({ answer }) => answer !== "accept").slice(0, 20);
  const price = (
    value: (typeof lines)[number]["asked"],
    line: Pick<(typeof lines)[number], "uom" | "qtyPerUom" | "baseUom">,
  ) => offeredText(value, line, { minorUnit: order.minorUnit, words });
  /** Bare beside what is offered, with its unit where it is said in pieces. */
  const was = (qty: string, line: Parameters<typeof lineUnit>[0]) => {
    const unit = lineUnit(line);
    const isWritten = line.baseUom === undefined || writtenQuantity(qty, unit, line.baseUom).unit === unit;
    return isWritten ? words.quantity(qty) : words.count(qty, unit, line.baseUom);
  };
  return [
    [message("Total"), `${words.money(order, proposal.askedTotal)} → ${words.money(order, proposal.offeredTotal)}`],
    ...lines.map(({ asked, offered, ...line }): MailFact => [
      message("Line {line}, {sku}", { line: line.lineNo, sku: line.sku }),
      offered
        ? [
            `${was(asked.qty, line)} → ${words.count(offered.qty, lineUnit(line), line.baseUom)}`,
            `${price(asked, line)} → ${price(offered, line)}`,
            `${words.day(asked.date)} → ${words.day(offered.date)}`,
          ].join(", ")
        : notSupplied,
    ]),
  ];
}
