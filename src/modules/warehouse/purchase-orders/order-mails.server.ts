import { layOutMail, type MailContent } from "#server/mail-layout.ts";
import type { Mail } from "#server/reactions.ts";
import type { PurchaseOrder } from "./purchase-orders.contract.ts";
import { dayAt, dayText, moneyText } from "./order-words.server.ts";
import type { VendorPage } from "./vendor-page.contract.ts";

interface To {
  readonly to: string;
  readonly url: string;
}

const facts = (page: VendorPage): MailContent["facts"] => [
  ["Order", `${page.number}, revision ${page.revision}`],
  ["Lines", String(page.items.length)],
  ["Total", moneyText(page, page.total)],
  ["Needed by", dayText(page.requestedDate)],
  ["Deliver to", page.shipTo.name],
];

function mailOf(page: { id: string }, to: string, subject: string, content: MailContent): Mail {
  return { to, subject, ...layOutMail(content), entity: "purchase-order", entityId: page.id };
}

/** The order with the link to answer it. */
export function orderMail(page: VendorPage, { to, url, expiresAt }: To & { expiresAt: string }): Mail {
  const refused = page.proposal?.state === "rejected" && page.proposal.revision === page.revision;
  const agreed = page.proposal?.state === "accepted" && page.proposal.revision === page.revision - 1;
  const title = refused ? `${page.companyName} cannot take your changes to ${page.number}` : agreed ? `${page.companyName} accepts your changes to ${page.number}` : page.revision > 1 ? `${page.number} was changed: please answer again` : `Can you supply order ${page.number}?`;
  return mailOf(page, to, `${page.companyName}: order ${page.number}${page.revision > 1 ? `, revision ${page.revision}` : ""}`, {
    company: page.companyName,
    title,
    paragraphs: [
      refused ? "The order stands as it was. Please answer it again." : agreed ? "The order now says what you offered. Please confirm it." : `${page.buyer.name} asks you to answer each line: confirm it, change it, or decline it.`,
      ...(refused && page.proposal?.decisionNote ? [`They write: ${page.proposal.decisionNote}`] : []),
      "The order is attached as a PDF.",
    ],
    facts: facts(page) ?? [],
    button: { label: agreed ? "Confirm the order" : "Answer the order", url },
    foot: `The link is for you alone and holds until ${dayAt(expiresAt, page.shipTo.timezone)}. Opening it changes nothing. Questions: ${page.buyer.email}.`,
  });
}

export type VendorNews = "confirm" | "propose" | "decline" | "acceptProposal" | "cancel" | "resend" | "receipt";

const news: Record<VendorNews, (page: VendorPage) => { title: string; text: string }> = {
  confirm: (page) => ({ title: `You confirmed order ${page.number}`, text: `Recorded for ${page.answer?.by ?? page.vendorName}. This is your copy.` }),
  propose: (page) => ({ title: `Your changes to order ${page.number} are with ${page.companyName}`, text: `${page.buyer.name} decides on them. You get a mail then.` }),
  decline: (page) => ({ title: `You declined order ${page.number}`, text: `Recorded for ${page.answer?.by ?? page.vendorName}. Nothing more is expected of you.` }),
  acceptProposal: (page) => ({ title: `${page.companyName} accepts your changes to ${page.number}`, text: "The order now says what you offered, and counts as confirmed." }),
  cancel: (page) => ({ title: `Order ${page.number} is cancelled`, text: page.cancelReason ?? "Please deliver nothing of it." }),
  resend: (page) => ({ title: `Order ${page.number} once more`, text: "Nothing has changed. The order is attached as a PDF." }),
  receipt: (page) => ({ title: `What we received of order ${page.number}`, text: "The page shows what was counted, and what was short, over or damaged." }),
};

/** What the vendor should know, with the link to look at it. */
export function vendorMail(page: VendorPage, what: VendorNews, { to, url }: To): Mail {
  const { title, text } = news[what](page);
  const answers = what === "propose" ? (page.proposal?.lines ?? []).filter(({ answer }) => answer !== "accept").map((line) => [`Line ${line.lineNo}`, line.offered ? `${line.offered.qty} ${line.uom} at ${line.offered.unitPrice} by ${dayText(line.offered.date)}` : "not supplied"] as const) : [];
  return mailOf(page, to, title, { company: page.companyName, title, paragraphs: [text], facts: [...(facts(page) ?? []), ...answers.slice(0, 20)], button: { label: "See the order", url }, foot: `Questions: ${page.buyer.email}.` });
}

/** An approver is asked. */
export function approverMail(order: PurchaseOrder, company: string, { to, url }: To): Mail {
  return mailOf(order, to, `Please approve ${order.number}`, {
    company,
    title: `${order.number} waits for your approval`,
    paragraphs: [`${order.buyerName} wants to order from ${order.vendorName}.`],
    facts: [["Total", moneyText(order, order.total)], ["Lines", String(order.lineCount)], ["Needed by", dayText(order.requestedDate)], ["Deliver to", order.shipToName]],
    button: { label: "Look at the order", url },
  });
}

export type BuyerNews = "approve" | "reject" | "confirm" | "propose" | "decline";

const buyerNews: Record<BuyerNews, (order: PurchaseOrder) => { title: string; text: string }> = {
  approve: (order) => ({ title: `${order.number} is approved`, text: `${order.approvedByName ?? "It"} approved it. It can go to ${order.vendorName} now.` }),
  reject: (order) => ({ title: `${order.number} was not approved`, text: order.rejectReason ?? "" }),
  confirm: (order) => ({ title: `${order.vendorName} confirms ${order.number}`, text: order.vendorNote ?? `Answered by ${order.vendorRespondedBy ?? order.vendorName}.` }),
  propose: (order) => ({ title: `${order.vendorName} proposes changes to ${order.number}`, text: order.proposal?.note ?? "Accept them, or refuse and ask again." }),
  decline: (order) => ({ title: `${order.vendorName} declines ${order.number}`, text: order.vendorNote ?? "" }),
};

/** The buyer is told what others decided about their order. */
export function buyerMail(order: PurchaseOrder, what: BuyerNews, company: string, { to, url }: To): Mail {
  const { title, text } = buyerNews[what](order);
  const changed = what === "propose" ? (order.proposal?.lines ?? []).filter(({ answer }) => answer !== "accept") : [];
  const answers = changed.slice(0, 20).map((line) => [`Line ${line.lineNo}, ${line.sku}`, line.offered ? `${line.asked.qty} → ${line.offered.qty} ${line.uom}, ${line.asked.unitPrice} → ${line.offered.unitPrice}, ${dayText(line.asked.date)} → ${dayText(line.offered.date)}` : "not supplied"] as const);
  const totals = order.proposal && what === "propose" ? ([["Total", `${moneyText(order, order.proposal.askedTotal)} → ${moneyText(order, order.proposal.offeredTotal)}`]] as const) : ([["Total", moneyText(order, order.total)]] as const);
  return mailOf(order, to, title, { company, title, paragraphs: text ? [text] : [], facts: [...totals, ...answers], button: { label: "Open the order", url } });
}

