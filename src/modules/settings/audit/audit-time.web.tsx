import { useFormat } from "#web/ui/values/use-format.ts";
import values from "#web/ui/values/values.module.css";

/** The second on the company's clock. */
export function useExactly(): (at: string) => string {
  const { locale, zone } = useFormat();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "medium", timeZone: zone });
  return (at) => `${format.format(new Date(at))} (${zone})`;
}

/** When it happened; to the second on hover. */
export function AuditTime({ at }: { at: string }) {
  const fmt = useFormat();
  const exactly = useExactly();
  return (
    <time className={values.number} dateTime={at} title={exactly(at)}>
      <bdi>{fmt.instant(at)}</bdi>
    </time>
  );
}
