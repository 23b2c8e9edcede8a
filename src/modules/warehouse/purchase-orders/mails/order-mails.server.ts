import { message, type Sentence } from "#shared/contract/problem.ts";
import type { OwnUnitNames } from "#shared/format/unit-names.ts";
import type { Unit } from "#shared/format/units.ts";
import type { MailContent, MailFact } from "#server/mail/mail-layout.ts";
import type { Mail } from "#server/jobs/reactions.ts";
import { secretsIn } from "#server/crypto/secrets.ts";
import { orderPdf } from "../pdf/order-pdf.server.ts";
import { goodsFacts, type GoodsTold } from "./goods-told.server.ts";
import { orderFormatting, type OrderFormatting } from "./order-formatting.server.ts";
import type { VendorPage } from "../vendor-page/vendor-page.contract.ts";
import { fileName } from "../vendor-page/vendor-page.server.ts";
import { vendorNotification, titleOfOrder, type VendorNotification } from "./vendor-notifications.server.ts";

export interface To {
  readonly to: string;
  readonly url: string;
}

/** A mail about an order, with its words in the reader's language. */
export function mailOf(
  order: { readonly id: string; readonly unitNames?: OwnUnitNames },
  { to, url }: To,
  write: (words: OrderFormatting) => MailContent | Promise<MailContent>,
): Mail {
  return {
    to,
    entity: "purchase-order",
    entityId: order.id,
    about: "work",
    secrets: secretsIn(url),
    write: (language) => write(orderFormatting(language, order.unitNames)),
  };
}

const factsOf = (page: VendorPage, words: OrderFormatting): MailFact[] => [
  [message("Order"), message("{number}, revision {revision}", { number: page.number, revision: page.revision })],
  [message("Lines"), String(page.items.length)],
  [message("Total"), words.money(page, page.total)],
  [
    message("Needed by"),
    page.promisedDate !== null && page.promisedDate !== page.requestedDate
      ? message("{day}, agreed {agreed}", { day: words.day(page.requestedDate), agreed: words.day(page.promisedDate) })
      : words.day(page.requestedDate),
  ],
  [message("Deliver to"), page.shipTo.name],
];

async function paper(
  page: VendorPage,
  { language }: OrderFormatting,
): Promise<NonNullable<MailContent["attachments"]>> {
  return [{ filename: fileName(page), content: await orderPdf(page, language), contentType: "application/pdf" }];
}

/** The order with the link to answer it. */
export function orderMail(page: VendorPage, { to, url, expiresAt }: To & { expiresAt: string }): Mail {
  const { number, revision, companyName: company, proposal } = page;
  const refused = proposal?.state === "rejected" && proposal.revision === revision;
  const taken = proposal?.state === "accepted" && proposal.revision === revision - 1 ? proposal.lines : [];
  const inPart = taken.filter(({ decision }) => decision === "keep" || decision === "counter");
  const agreed = taken.length > 0 && inPart.length === 0;
  const answered = { refused, agreed, inPart: inPart.length > 0 };
  const asks = refused
    ? message("The order stands as it was. Please answer it again.")
    : agreed
      ? message("The order now says what you offered. Please confirm it.")
      : answered.inPart
        ? message("Not all of your offer could be taken. See below what is asked instead, and answer the order again.")
        : message("{buyer} asks you to answer each line: confirm it, change it, or decline it.", {
            buyer: page.buyer.name,
          });
  return mailOf(page, { to, url }, async (words) => ({
    company,
    subject:
      revision > 1
        ? message("{company}: order {number}, revision {revision}", { company, number, revision })
        : message("{company}: order {number}", { company, number }),
    title: titleOfOrder(page, answered),
    paragraphs: [
      asks,
      ...(page.externalNumber && revision === 1
        ? [
            message("You have this order as {number}. It goes on under its new number, with what was still to come.", {
              number: page.externalNumber,
            }),
          ]
        : []),
      ...((refused || answered.inPart) && proposal?.decisionNote
        ? [message("They write: {note}", { note: proposal.decisionNote })]
        : []),
      message("The order is attached as a PDF."),
    ],
    facts: [
      ...factsOf(page, words),
      ...inPart
        .slice(0, 20)
        .map(({ countered, asked, ...line }) => offerFact(line, countered ?? asked, { page, words })),
    ],
    button: { label: agreed ? message("Confirm the order") : message("Answer the order"), url },
    foot: message(
      "The link is for you alone and holds until {day}. Opening it changes nothing. Questions: {address}.",
      {
        day: words.dayAt(expiresAt, page.shipTo.timezone),
        address: page.buyer.email,
      },
    ),
    attachments: await paper(page, words),
  }));
}

/** What the vendor should know, with the link to look at it, and the quantities that it is about. */
export function vendorMail(
  page: VendorPage,
  what: VendorNotification,
  { to, url, goods }: To & { goods: readonly GoodsTold[] },
): Mail {
  const { title, text } = vendorNotification[what](page);
  const changed =
    what === "propose" ? (page.proposal?.lines ?? []).filter(({ answer }) => answer !== "accept").slice(0, 20) : [];
  return mailOf(page, { to, url }, async (words) => ({
    company: page.companyName,
    title,
    paragraphs: [text],
    facts: [
      ...factsOf(page, words),
      ...goodsFacts(goods, words),
      ...changed.map(({ offered, ...line }) => offerFact(line, offered, { page, words })),
    ],
    button: { label: message("See the order"), url },
    foot: message("Questions: {address}.", { address: page.buyer.email }),
    ...(what === "resend" || what === "acceptProposal" ? { attachments: await paper(page, words) } : {}),
  }));
}

/** A line with what is offered of it, or asked for; null is not supplied. */
function offerFact(
  line: OfferedOn & { readonly lineNo: number },
  terms: ProposalLine["offered"],
  { page, words }: { page: VendorPage; words: OrderFormatting },
): MailFact {
  return [
    message("Line {line}", { line: line.lineNo }),
    terms
      ? message("{quantity} at {price} by {day}", {
          quantity: words.count(terms.qty, lineUnit(line), line.baseUom),
          price: offeredText(terms, line, { minorUnit: page.minorUnit, words }),
          day: words.day(terms.date),
        })
      : notSupplied,
  ];
}

type ProposalLine = NonNullable<VendorPage["proposal"]>["lines"][number];
type OfferedOn = Pick<ProposalLine, "uom" | "qtyPerUom" | "baseUom">;

/** The unit of a proposed line; proposals from before prices had units say only its name. */
export const lineUnit = ({ uom, qtyPerUom = "1" }: OfferedOn): Unit => ({ uom, qtyPerUom });

/** A proposed price with its unit, and as the vendor wrote it where that was for another unit. */
export function offeredText(
  { unitPrice, written }: NonNullable<ProposalLine["offered"]>,
  line: OfferedOn,
  { minorUnit, words }: { minorUnit: number; words: OrderFormatting },
): string {
  const per = (price: string, unit: Unit) =>
    words.say(
      message("{price} per {unit}", { price: words.amount(price, minorUnit, 6), unit: words.unit(unit, line.baseUom) }),
    );
  const own = per(unitPrice, lineUnit(line));
  if (!written) return own;
  return `${per(written.unitPrice, written)} = ${own}${written.isRounded ? ` (${words.say(message("rounded"))})` : ""}`;
}

/** Of a line that the vendor takes out. */
export const notSupplied: Sentence = message("not supplied");
