import { Button, CopyButton } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import { Code } from "#web/ui/values/values.tsx";
import { WorldMap } from "#web/map/map.tsx";
import { pointText, type Point } from "#web/map/point.ts";
import { pointOf } from "./point-of.web.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import type { Location } from "./locations.contract.ts";
import styles from "./place.module.css";

/** Where the site is: on the map, as coordinates, and for the map that a driver uses. */
export function Place({ location: { id, name, latitude, longitude } }: { location: Location }) {
  const { t } = useLingui();
  const at = pointOf(latitude, longitude);
  return (
    <Stack as="section" gap={6} aria-label={t`Place`}>
      <h2>
        <Trans>Place</Trans>
      </h2>
      {at && (
        <div className={styles.map}>
          <WorldMap label={t`Place of ${name}`} isEmbedded marks={[{ id, at, label: name }]} />
        </div>
      )}
      {at ? (
        <Ways at={at} />
      ) : (
        <Row as="p" justify="space-between">
          <Trans>This site has no pin yet.</Trans>
        </Row>
      )}
    </Stack>
  );
}

function Ways({ at }: { at: Point }) {
  const text = pointText(at);
  return (
    <Row as="p" gap={14}>
      <Code>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconCopy size={14} stroke={1.7} />}
            onClick={copy}
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </CopyButton>
      <Text
        as="a"
        tone="link"
        weight={500}
        href={`https://www.openstreetmap.org/directions?to=${encodeURIComponent(text.replace(" ", ""))}`}
        target="_blank"
        rel="noreferrer"
      >
        <Trans>Directions on OpenStreetMap</Trans>
      </Text>
      <Text as="a" tone="link" weight={500} href={`geo:${text.replace(" ", "")}`} rel="noreferrer">
        <Trans>Open in a maps app</Trans>
      </Text>
    </Row>
  );
}
