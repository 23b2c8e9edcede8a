import { Trans } from "@lingui/react/macro";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { TripPause } from "./legs.contract.ts";

const minutesBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 60_000;

/** When a trip stood still, for how long, and why. */
export function PauseList({ pauses }: { pauses: readonly TripPause[] }) {
  const fmt = useFormat();
  if (pauses.length === 0) return null;
  return (
    <Stack as="section" gap={6}>
      <h2>
        <Trans>Pauses</Trans>
      </h2>
      <Stack as="ol" gap={6}>
        {pauses.map(({ beginsAt, endsAt, reason }) => (
          <li key={beginsAt}>
            <Text shape="figures">
              {endsAt === null ? (
                <Trans>since {fmt.instant(beginsAt)}</Trans>
              ) : (
                `${fmt.instant(beginsAt)} – ${fmt.instant(endsAt)} · ${fmt.span(minutesBetween(beginsAt, endsAt))}`
              )}
            </Text>
            {reason !== null && ` · ${reason}`}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
