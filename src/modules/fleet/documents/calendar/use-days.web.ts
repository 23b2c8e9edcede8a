import { useLingui } from "@lingui/react/macro";
import { dateText, daysFromNowText } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";

const sixDays = 6 * 86_400_000;
const sundayOf = (monday: string) => new Date(Date.parse(`${monday}T12:00:00Z`) + sixDays).toISOString().slice(0, 10);

/** Days as they are said on a day of the company, which the server tells: the clock of the browser may show another one. */
export function useDays(today: string) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const day = (date: string) => dateText(date, locale, today);
  return {
    day,
    /** "in 4 days", "yesterday". */
    away: (date: string) => daysFromNowText(date, today, locale),
    /** The Monday of a week, or what is before all of them; twelve weeks name no day twice, so without its year. */
    startOf: (week: string) => (week === "ended" ? t`Ended` : dateText(week, locale, week)),
    /** A week from its Monday to its Sunday; of the one that it is now only until when it goes. */
    wholeOf: (week: string, isNow: boolean) => {
      if (week === "ended") return t`Ended`;
      const [first, last] = [day(week), day(sundayOf(week))];
      return isNow ? t`This week, to ${last}` : t`${first} to ${last}`;
    },
  };
}
