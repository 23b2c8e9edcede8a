import { Trans, useLingui } from "@lingui/react/macro";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import { TokenForm } from "./token-form.web.tsx";

/** Where the link of an invitation leads. */
export function AcceptInvitePage() {
  const { t } = useLingui();
  useTitle(t`Invitation`);
  const fields = [
    { name: "firstName", label: t`First name`, autoComplete: "given-name" },
    { name: "lastName", label: t`Last name`, autoComplete: "family-name" },
  ];
  return (
    <PlainPage title={<Trans>You are invited</Trans>}>
      <Trans>Tell your colleagues who you are and choose a password.</Trans>
      <TokenForm path="/api/auth/accept-invite" fields={fields}>
        <Trans>Join and sign in</Trans>
      </TokenForm>
    </PlainPage>
  );
}
