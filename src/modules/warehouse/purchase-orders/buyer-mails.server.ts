import { say, type Sentence } from "#shared/problem.ts";
import type { OwnUnitNames } from "#shared/unit-names.ts";
import type { MailContent, MailFact } from "#server/mail-layout.ts";
import type { Mail } from "#server/reactions.ts";
import { lineUnit, mailOf, notSupplied, offeredText, type To } from "./order-mails.server.ts";
import type { OrderWords } from "./order-words.server.ts";
import type { PurchaseOrder } from "./purchase-orders.contract.ts";

/** An approver is asked. */
export function approverMail(order: PurchaseOrder, company: string, { to, url }: To): Mail {
  return mailOf(order, { to, url }, (words) => ({
    company,
    subject: say("Please approve {number}", { number: order.number }),
    title: say("{number} waits for your approval", { number: order.number }),
    paragraphs: [say("{buyer} wants to order from {vendor}.", { buyer: order.buyerName, vendor: order.vendorName })],
    facts: [
      [say("Total"), words.money(order, order.total)],
      ...rateFacts(order, words),
      [say("Lines"), String(order.lineCount)],
      [say("Needed by"), words.day(order.requestedDate)],
      [say("Deliver to"), order.shipToName],
    ],
    button: { label: say("Look at the order"), url },
  }));
}

/** What a foreign total is worth, by which rate; the buyer's own is named as such. */
function rateFacts({ rate, currency, companyCurrency, exchangeRate }: PurchaseOrder, words: OrderWords): MailFact[] {
  if (currency === companyCurrency) return [];
  return [
    rate
      ? [
          say("At 1 {currency} = {rate} {own} of {day}", {
            currency,
            rate: words.amount(rate.rate, 0, 10),
            own: rate.toCurrency,
            day: words.day(rate.asOf),
          }),
          `${rate.toCurrency} ${words.quantity(rate.total)}`,
        ]
      : [say("Exchange rate"), say("none that is at most 7 days old")],
    ...(exchangeRate ? [[say("Rate typed by the buyer"), words.amount(exchangeRate, 0, 10)] as MailFact] : []),
  ];
}

export type BuyerNews = "approve" | "reject" | "confirm" | "propose" | "decline";

const note = (written: string | null): MailContent["paragraphs"] => (written ? [{ written }] : []);

const news: Readonly<
  Record<BuyerNews, (order: PurchaseOrder) => { title: Sentence; paragraphs: MailContent["paragraphs"] }>
> = {
  approve: (order) => ({
    title: say("{number} is approved", { number: order.number }),
    paragraphs: [
      ...(order.approvedByName ? [say("{name} approved it.", { name: order.approvedByName })] : []),
      say("It can go to {vendor} now.", { vendor: order.vendorName }),
    ],
  }),
  reject: (order) => ({
    title: say("{number} was not approved", { number: order.number }),
    paragraphs: note(order.rejectReason),
  }),
  confirm: (order) => ({
    title: say("{vendor} confirms {number}", about(order)),
    paragraphs: order.vendorNote
      ? note(order.vendorNote)
      : [say("Answered by {name}.", { name: order.vendorRespondedBy ?? order.vendorName })],
  }),
  propose: (order) => ({
    title: say("{vendor} proposes changes to {number}", about(order)),
    paragraphs: order.proposal?.note ? note(order.proposal.note) : [say("Accept them, or refuse and ask again.")],
  }),
  decline: (order) => ({ title: say("{vendor} declines {number}", about(order)), paragraphs: note(order.vendorNote) }),
};

const about = (order: PurchaseOrder) => ({ number: order.number, vendor: order.vendorName });

/** The buyer is told what others decided about their order. */
export function buyerMail(
  order: PurchaseOrder & { unitNames: OwnUnitNames },
  what: BuyerNews,
  company: string,
  { to, url }: To,
): Mail {
  return mailOf(order, { to, url }, (words) => ({
    company,
    ...news[what](order),
    facts:
      what === "propose" && order.proposal
        ? changes(order, order.proposal, words)
        : [[say("Total"), words.money(order, order.total)]],
    button: { label: say("Open the order"), url },
  }));
}

function changes(
  order: PurchaseOrder,
  proposal: NonNullable<PurchaseOrder["proposal"]>,
  words: OrderWords,
): MailFact[] {
  const lines = proposal.lines.filter(({ answer }) => answer !== "accept").slice(0, 20);
  const price = (
    value: (typeof lines)[number]["asked"],
    line: Pick<(typeof lines)[number], "uom" | "qtyPerUom" | "baseUom">,
  ) => offeredText(value, line, { minorUnit: order.minorUnit, words });
  return [
    [say("Total"), `${words.money(order, proposal.askedTotal)} → ${words.money(order, proposal.offeredTotal)}`],
    ...lines.map(({ asked, offered, ...line }): MailFact => [
      say("Line {line}, {sku}", { line: line.lineNo, sku: line.sku }),
      offered
        ? `${words.quantity(asked.qty)} → ${words.count(offered.qty, lineUnit(line), line.baseUom)}, ${price(asked, line)} → ${price(offered, line)}, ${words.day(asked.date)} → ${words.day(offered.date)}`
        : notSupplied,
    ]),
  ];
}
