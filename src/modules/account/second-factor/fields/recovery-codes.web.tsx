import { Trans } from "@lingui/react/macro";
import { Button, CopyButton } from "@mantine/core";
import { Note } from "#web/ui/note.tsx";
import { Actions, Panel, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack gap={14}>
      <Note icon="warn" tone="a">
        <Trans>
          Keep these codes where you find them without your phone. Each signs you in once; they are not shown again.
        </Trans>
      </Note>
      <Panel>
        <ol>
          {codes.map((code) => (
            <li key={code}>
              <Text as="code" shape="figures">
                {code}
              </Text>
            </li>
          ))}
        </ol>
      </Panel>
      <Actions>
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button variant="default" size="sm" onClick={copy}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy all</Trans>}
            </Button>
          )}
        </CopyButton>
        <Button size="sm" onClick={onDone}>
          <Trans>I have kept them</Trans>
        </Button>
      </Actions>
    </Stack>
  );
}
