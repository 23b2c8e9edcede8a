import { message, type Sentence } from "#shared/contract/problem.ts";
import type { MailContent } from "#server/mail/mail-layout.ts";
import type { VendorPage } from "../vendor-page/vendor-page.contract.ts";

export type VendorNotification =
  | "confirm"
  | "propose"
  | "decline"
  | "acceptProposal"
  | "refuseProposal"
  | "cancel"
  | "resend"
  | "receipt"
  | "close"
  | "shortCloseLine"
  | "reopen";

/** What a vendor is told of an order. */
export const vendorNotification: Readonly<
  Record<VendorNotification, (page: VendorPage) => { title: Sentence; text: MailContent["paragraphs"][number] }>
> = {
  confirm: (page) => ({
    title: message("You confirmed order {number}", { number: page.number }),
    text: message("Recorded for {name}. This is your copy.", { name: answeredBy(page) }),
  }),
  propose: (page) => ({
    title: message("Your changes to order {number} are with {company}", about(page)),
    text: message("{buyer} decides on them. You get a mail then.", { buyer: page.buyer.name }),
  }),
  decline: (page) => ({
    title: message("You declined order {number}", { number: page.number }),
    text: message("Recorded for {name}. Nothing more is expected of you.", { name: answeredBy(page) }),
  }),
  acceptProposal: (page) => ({
    title: message("{company} accepts your changes to {number}", about(page)),
    text: message("The order now says what you offered, and counts as confirmed."),
  }),
  refuseProposal: (page) => ({
    title: message("{company} cannot take your changes to {number}", about(page)),
    text: page.proposal?.decisionNote
      ? { written: page.proposal.decisionNote }
      : message("The order stands as you confirmed it."),
  }),
  cancel: (page) => ({
    title: message("Order {number} is cancelled", { number: page.number }),
    text: page.cancelReason ? { written: page.cancelReason } : message("Please deliver nothing of it."),
  }),
  resend: (page) => ({
    title: message("Order {number} once more", { number: page.number }),
    text: message("Nothing has changed. The order is attached as a PDF."),
  }),
  receipt: (page) => ({
    title: message("What we received of order {number}", { number: page.number }),
    text: message("The page shows what was counted, and what was short, over or damaged."),
  }),
  close: (page) => ({
    title: message("Order {number} is closed", { number: page.number }),
    text: message("Nothing more of it is expected. Please send nothing more."),
  }),
  shortCloseLine: (page) => ({
    title: message("Goods of order {number} are not expected any more", { number: page.number }),
    text: message("Please send nothing more of what is listed below. All else of the order stands."),
  }),
  reopen: (page) => ({
    title: message("Order {number} is open again", { number: page.number }),
    text: message("What is listed below is expected again."),
  }),
};

const about = (page: VendorPage) => ({ number: page.number, company: page.companyName });
const answeredBy = (page: VendorPage): string => page.answer?.by ?? page.vendorName;

/** What is over an order that waits for its vendor. */
export function titleOfOrder(
  page: VendorPage,
  { refused, agreed, inPart }: { refused: boolean; agreed: boolean; inPart: boolean },
): Sentence {
  if (refused) return message("{company} cannot take your changes to {number}", about(page));
  if (inPart) return message("{company} takes your changes to {number} in part: please answer again", about(page));
  if (agreed) return message("{company} accepts your changes to {number}", about(page));
  return page.revision > 1
    ? message("{number} was changed: please answer again", { number: page.number })
    : message("Can you supply order {number}?", { number: page.number });
}
