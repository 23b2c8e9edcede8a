import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { useDirection } from "@mantine/core";
import { createContext, use } from "react";
import { useSession } from "#web/api/session.tsx";
import {
  amountText,
  dateText,
  dayAt,
  daysFromNowText,
  instantText,
  moneyText,
  priceText,
  quantityText,
  spanOf,
  timeText,
} from "./format.ts";

/** The zone whose clock is meant: a site's inside `<SiteZone value={location.timezone}>`, else the user's, else the browser's. */
export const SiteZone = createContext<string | null>(null);

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const spans = {
  min: msg({ message: "{count} min" }),
  hmin: msg({ message: "{count} h {rest} min" }),
  h: msg({ message: "{count} h" }),
  d: msg({ message: "{count} d" }),
};

/** The formats in the user's language and the site's zone: `const say = useFormat(); say.money(order.total, order.currency)`. */
export function useFormat() {
  const { i18n } = useLingui();
  const { user } = useSession();
  const zone = use(SiteZone) ?? user?.timezone ?? browserZone;
  const spoken = [i18n.locales ?? i18n.locale].flat()[0];
  // Plain English here is the world's trade English: day before month, 24 hours.
  const locale = spoken === "en" || !spoken ? "en-GB" : spoken;
  const { dir } = useDirection();
  /** Among words that are read from right to left, an amount or a date keeps the order of its own parts, in a title too. */
  const apart = (text: string) => (dir === "rtl" ? `\u2068${text}\u2069` : text);
  const today = () => dayAt(new Date().toISOString(), zone);
  const dayFor = (year: "auto" | "always" | undefined) => (year === "always" ? null : today());
  return {
    zone,
    locale,
    today,
    money: (amount: string, currency: string) => apart(moneyText(amount, currency, locale)),
    amount: (amount: string, currency: string) => amountText(amount, currency, locale),
    price: (price: string, currency: string) => apart(priceText(price, currency, locale)),
    quantity: (quantity: string | number) => quantityText(quantity, locale),
    date: (date: string, year?: "auto" | "always") => apart(dateText(date, locale, dayFor(year))),
    instant: (instant: string, year?: "auto" | "always") => apart(instantText(instant, zone, locale, dayFor(year))),
    time: (instant: string) => timeText(instant, zone, locale),
    span: (minutes: number) => {
      const [unit, count, rest] = spanOf(minutes);
      return apart(i18n._({ ...spans[unit], values: { count, rest } }));
    },
    daysFromNow: (date: string) => daysFromNowText(date, today(), locale),
  };
}
