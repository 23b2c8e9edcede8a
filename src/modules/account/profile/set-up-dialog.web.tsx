import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { call } from "#web/api/api.ts";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { RecoveryCodes } from "#modules/account/second-factor/fields/recovery-codes.web.tsx";
import { secondFactor } from "../second-factor/second-factor.contract.ts";
import { PasswordForm } from "./password-form.web.tsx";

const AuthenticatorForm = lazyPart(
  () => import("#modules/account/second-factor/fields/authenticator-form.web.tsx"),
  "AuthenticatorForm",
);

/** Password, then the app, then the recovery codes; a renewal goes from the password to the codes. */
export function SetUpDialog({ isRenewal, onClose }: { isRenewal: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const handlePassword = async (currentPassword: string) => {
    const request = { body: { currentPassword } };
    if (isRenewal) setCodes((await call(secondFactor.renew, request)).recoveryCodes);
    else setMade(await call(secondFactor.begin, request));
  };
  const handleCode = async (code: string) =>
    setCodes((await call(secondFactor.confirm, { body: { code } })).recoveryCodes);
  return (
    <Dialog
      title={
        codes ? (
          <Trans>Recovery codes</Trans>
        ) : isRenewal ? (
          <Trans>New recovery codes</Trans>
        ) : (
          <Trans>Set up the second factor</Trans>
        )
      }
      isOpen
      onClose={onClose}
    >
      {codes && <RecoveryCodes codes={codes} onDone={onClose} />}
      {!codes && made && <AuthenticatorForm made={made} onConfirm={handleCode} />}
      {!codes && !made && (
        <PasswordForm
          verb={t`Continue`}
          onPassword={handlePassword}
          cancel={
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          }
        >
          {isRenewal ? (
            <Trans>The old codes are over then. First your password.</Trans>
          ) : (
            <Trans>You need an authenticator app on your phone. First your password.</Trans>
          )}
        </PasswordForm>
      )}
    </Dialog>
  );
}
