import { say, type Sentence } from "#shared/problem.ts";
import type { MailContent } from "#server/mail-layout.ts";
import type { VendorPage } from "./vendor-page.contract.ts";

export type VendorNews = "confirm" | "propose" | "decline" | "acceptProposal" | "cancel" | "resend" | "receipt";

/** What a vendor is told of an order. */
export const newsToVendor: Readonly<
  Record<VendorNews, (page: VendorPage) => { title: Sentence; text: MailContent["paragraphs"][number] }>
> = {
  confirm: (page) => ({
    title: say("You confirmed order {number}", { number: page.number }),
    text: say("Recorded for {name}. This is your copy.", { name: answeredBy(page) }),
  }),
  propose: (page) => ({
    title: say("Your changes to order {number} are with {company}", about(page)),
    text: say("{buyer} decides on them. You get a mail then.", { buyer: page.buyer.name }),
  }),
  decline: (page) => ({
    title: say("You declined order {number}", { number: page.number }),
    text: say("Recorded for {name}. Nothing more is expected of you.", { name: answeredBy(page) }),
  }),
  acceptProposal: (page) => ({
    title: say("{company} accepts your changes to {number}", about(page)),
    text: say("The order now says what you offered, and counts as confirmed."),
  }),
  cancel: (page) => ({
    title: say("Order {number} is cancelled", { number: page.number }),
    text: page.cancelReason ? { written: page.cancelReason } : say("Please deliver nothing of it."),
  }),
  resend: (page) => ({
    title: say("Order {number} once more", { number: page.number }),
    text: say("Nothing has changed. The order is attached as a PDF."),
  }),
  receipt: (page) => ({
    title: say("What we received of order {number}", { number: page.number }),
    text: say("The page shows what was counted, and what was short, over or damaged."),
  }),
};

const about = (page: VendorPage) => ({ number: page.number, company: page.companyName });
const answeredBy = (page: VendorPage): string => page.answer?.by ?? page.vendorName;

/** What is over an order that waits for its vendor. */
export function titleOfOrder(page: VendorPage, { refused, agreed }: { refused: boolean; agreed: boolean }): Sentence {
  if (refused) return say("{company} cannot take your changes to {number}", about(page));
  if (agreed) return say("{company} accepts your changes to {number}", about(page));
  return page.revision > 1
    ? say("{number} was changed: please answer again", { number: page.number })
    : say("Can you supply order {number}?", { number: page.number });
}
