import type { VendorPage } from "./vendor-page.contract.ts";

/** How amounts, quantities and days are written in mails and papers, which have no screen to format them. */

type Exact = Intl.StringNumericLiteral;

// Making a format costs more than using it a hundred times.
const formats = new Map<string, Intl.NumberFormat>();
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

function decimals(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat("en", { minimumFractionDigits: least, maximumFractionDigits: most })));
  return format;
}

/** `"59213.2"` → `"59,213.20"`. */
export const amountText = (amount: string, minorUnit: number, most = minorUnit): string => decimals(minorUnit, Math.max(minorUnit, most)).format(amount as Exact); // a decimal text

/** `"1200.5"` → `"1,200.5"`. */
export const quantityText = (quantity: string): string => decimals(0, 6).format(quantity as Exact); // as above

/** `2026-11-24` → `24 Nov 2026`. */
export const dayText = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));

/** The day of an instant at a place. */
export function dayAt(instant: string, timezone: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: timezone }).format(new Date(instant));
}

export const moneyText = (page: Pick<VendorPage, "currency" | "minorUnit">, amount: string): string => `${page.currency} ${amountText(amount, page.minorUnit)}`;

export function addressText({ shipTo }: VendorPage): string {
  const city = [shipTo.postalCode, shipTo.city].filter(Boolean).join(" ");
  return [shipTo.addressLine1, shipTo.addressLine2, city, shipTo.region, shipTo.countryCode].filter(Boolean).join(", ");
}

export function termsText(page: VendorPage): string {
  const delivery = [page.incoterm, page.incotermPlace].filter(Boolean).join(" ");
  const payment = page.paymentTermsDays === null ? "" : page.paymentTermsDays === 0 ? "payment at once" : `${page.paymentTermsDays} days net`;
  return [delivery, payment, page.freightTerms ? `freight ${page.freightTerms.replace("_", " ")}` : ""].filter(Boolean).join(", ") || "as agreed";
}

/** When a line is wanted: the date agreed before, else the one asked for. */
export const wantedBy = (item: VendorPage["items"][number]): string => item.promisedDate ?? item.requestedDate;
