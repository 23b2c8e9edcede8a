import { Trans } from "@lingui/react/macro";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Way } from "../plan-times.web.ts";

interface WayWordsProps {
  way: Way;
  /** By how many minutes the plan gives less time for it. */
  minutesShort?: number;
}

/** How far it is, and how long that takes, as roughly as that is known; nothing where it stands there already. */
export function WayWords({ way: { km, minutes }, minutesShort = 0 }: WayWordsProps) {
  const fmt = useFormat();
  if (minutes === 0) return null;
  const [takes, short] = [fmt.span(minutes), fmt.span(minutesShort)];
  return (
    <Row as="span" gap={8}>
      <Text tone="dim" size="small">
        {km === null ? (
          <Trans>way not known, {takes} assumed</Trans>
        ) : (
          <Trans>
            about {km} km, {takes}
          </Trans>
        )}
      </Text>
      {minutesShort > 0 && (
        <Chip icon="warn" look="bare">
          <Trans>{short} too little for the way</Trans>
        </Chip>
      )}
    </Row>
  );
}
