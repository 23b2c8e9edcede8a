import { message, type Sentence } from "#shared/contract/problem.ts";
import { countText, unitText, type OwnUnitNames } from "#shared/format/unit-names.ts";
import type { Unit } from "#shared/format/units.ts";
import { render } from "#server/mail/language.ts";
import type { Language } from "#server/mail/languages.ts";
import { dayAt, dayText, decimalText } from "#server/mail/local-text.ts";
import type { VendorPage } from "../vendor-page/vendor-page.contract.ts";

/** How mails and papers write an order's amounts, quantities and days in a language. */
export function orderFormatting(language: Language, own: OwnUnitNames = []) {
  const amount = (value: string, minorUnit: number, most = minorUnit) =>
    decimalText(value, language, [minorUnit, Math.max(minorUnit, most)]);
  const quantity = (value: string) => decimalText(value, language, [0, 6]);
  const speech = { language, own, quantity };
  return {
    language,
    say: (sentence: Sentence) => render(sentence, language),
    amount,
    quantity,
    /** One of a unit, and so many of it, in words: "carton of 12", "5 cartons of 12". */
    unit: (unit: Unit, baseUom?: string) => unitText(unit, speech, baseUom),
    count: (qty: string, unit: Unit, baseUom?: string) => countText(qty, unit, speech, baseUom),
    day: (day: string) => dayText(day, language),
    dayAt: (instant: string, zone: string) => dayAt(instant, zone, language),
    money: (page: Pick<VendorPage, "currency" | "minorUnit">, value: string) =>
      `${page.currency} ${amount(value, page.minorUnit)}`,
  };
}
export type OrderFormatting = ReturnType<typeof orderFormatting>;

export function addressText({ shipTo }: VendorPage): string {
  const city = [shipTo.postalCode, shipTo.city].filter(Boolean).join(" ");
  return [shipTo.addressLine1, shipTo.addressLine2, city, shipTo.region, shipTo.countryCode].filter(Boolean).join(", ");
}

const freights: Readonly<Record<string, Sentence>> = {
  prepaid: message("freight prepaid"),
  collect: message("freight collect"),
  third_party: message("freight by a third party"),
};

export function termsText(page: VendorPage, { language, say: said }: OrderFormatting): string {
  const delivery = [page.incoterm, page.incotermPlace].filter(Boolean).join(" ");
  const days = page.paymentTermsDays;
  const payment =
    days === null ? "" : days === 0 ? said(message("payment at once")) : said(message("{days} days net", { days }));
  const freight = freights[page.freightTerms ?? ""];
  return (
    [delivery, payment, freight ? render(freight, language) : ""].filter(Boolean).join(", ") ||
    said(message("as agreed"))
  );
}

/** When a line is wanted: the date agreed before, else the one asked for. */
export const wantedBy = (item: VendorPage["items"][number]): string => item.promisedDate ?? item.requestedDate;
