import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { signOut } from "#web/api/session.tsx";

/** The way out of a page on which somebody who is signed in waits or completes something. */
export function SignOutButton() {
  return (
    <Button variant="default" onClick={signOut}>
      <Trans>Sign out</Trans>
    </Button>
  );
}
