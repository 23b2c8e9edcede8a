import { Button, CopyButton } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { Code, Instant } from "#web/ui/values/values.tsx";
import { Actions, Panel, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";

export interface Invitation {
  readonly url: string;
  readonly expiresAt: string;
}

/** The link of an invitation where no mail leaves, for who passes it on. It is shown this once. */
export function InvitationLink({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Stack gap={14}>
      <Note icon="warn" tone="a">
        <Trans>
          No mail leaves this installation. Pass this link on to the invited person and nobody else: it is not shown
          again, and whoever opens it first chooses the password.
        </Trans>
      </Note>
      <Panel as="code" aria-label={t`Invitation link`}>
        <Code>{invitation.url}</Code>
      </Panel>
      <Text as="p" tone="dim">
        <Trans>
          It works once, until <Instant at={invitation.expiresAt} />. A new one can be made on the person's page.
        </Trans>
      </Text>
      <Actions>
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <CopyButton value={invitation.url}>
          {({ copied, copy }) => (
            <Button onClick={copy}>{copied ? <Trans>Copied</Trans> : <Trans>Copy the link</Trans>}</Button>
          )}
        </CopyButton>
      </Actions>
    </Stack>
  );
}
