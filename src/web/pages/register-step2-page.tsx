import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { signOut } from "../session.tsx";
import { PlainPage, useTitle } from "./plain-page.tsx";

/** Where the gate leads while a registration is not complete. */
export function RegisterStep2Page() {
  const { t } = useLingui();
  useTitle(t`Registration`);
  return (
    <PlainPage
      title={<Trans>Your registration is not complete</Trans>}
      actions={
        <Button variant="default" onClick={signOut}>
          <Trans>Sign out</Trans>
        </Button>
      }
    >
      <Trans>Your company's details are missing. Ask the administrator who invited you to complete them.</Trans>
    </PlainPage>
  );
}
