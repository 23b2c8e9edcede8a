import { Trans } from "@lingui/react/macro";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import type { CompanyProfile } from "./companies.contract.ts";
import styles from "./published-notice.module.css";

type Notice = Pick<CompanyProfile, "hrMessage" | "hrMessageUntil" | "timezone">;

/** What the company tells everybody in it, and until when, on its own clock. */
export function PublishedNotice({ company: { hrMessage, hrMessageUntil, timezone } }: { company: Notice }) {
  if (hrMessage === null) return null;
  return (
    <section>
      <h2>
        <Trans>Notice</Trans>
      </h2>
      <p className={styles.text}>{hrMessage}</p>
      <p className={styles.until}>
        <SiteZone value={timezone}>
          <Until day={hrMessageUntil} />
        </SiteZone>
      </p>
    </section>
  );
}

function Until({ day }: { day: string | null }) {
  const fmt = useFormat();
  if (day === null) return <Trans>Everybody sees it until it is removed.</Trans>;
  const shown = fmt.date(day);
  return day < fmt.today() ? (
    <Trans>It ended on {shown}; nobody sees it any more.</Trans>
  ) : (
    <Trans>Everybody sees it until {shown}.</Trans>
  );
}
