import { useFormat } from "#web/ui/values/use-format.ts";

/** A moment as a driver reads it: the time alone today, and with its day on any other. */
export function useWhen(): (moment: string) => string {
  const fmt = useFormat();
  const dayOf = (moment: string) => new Date(moment).toLocaleDateString("sv", { timeZone: fmt.zone });
  return (moment) => (dayOf(moment) === fmt.today() ? fmt.time(moment) : fmt.instant(moment));
}
