import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useSession } from "#web/api/session.tsx";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";

/** After the request: what comes next, and what to do when nothing comes. */
export function RegisterSent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const { t } = useLingui();
  useTitle(t`Register`);
  const { settings } = useSession();
  return (
    <PlainPage
      title={<Trans>Look into your mailbox</Trans>}
      actions={
        <Button variant="default" onClick={onAgain}>
          <Trans>Use another address</Trans>
        </Button>
      }
    >
      <p role="status">
        <Trans>
          A mail is on its way to <b>{to}</b>. Open its link to confirm the address; then come your company's details.
        </Trans>
      </p>
      {settings?.mails_are_kept ? (
        <p>
          <Trans>
            This demo sends no mails: they are kept in it. A SUPER_ADMIN finds yours under Settings, Outbox.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>Nothing after some minutes? Look among the unwanted mails, then try once more.</Trans>
        </p>
      )}
    </PlainPage>
  );
}
