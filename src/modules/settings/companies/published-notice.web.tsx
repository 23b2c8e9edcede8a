import { Trans } from "@lingui/react/macro";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import type { CompanyProfile } from "./companies.contract.ts";

type Notice = Pick<CompanyProfile, "hrMessage" | "hrMessageUntil" | "timezone">;

/** What the company tells everybody in it, and until when, on its own clock. */
export function PublishedNotice({ company: { hrMessage, hrMessageUntil, timezone } }: { company: Notice }) {
  if (hrMessage === null) return null;
  return (
    <Section title={<Trans>Notice</Trans>}>
      <Text as="p" shape="lines">
        {hrMessage}
      </Text>
      <Text as="p" tone="dim">
        <SiteZone value={timezone}>
          <Until day={hrMessageUntil} />
        </SiteZone>
      </Text>
    </Section>
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
