import { Trans, useLingui } from "@lingui/react/macro";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import { TokenForm } from "./token-form.web.tsx";

/** Where the link printed at the first start leads: the first company and its administrator. */
export function SetUpPage() {
  const { t } = useLingui();
  useTitle(t`First start`);
  const fields = [
    { name: "companyName", label: t`Company`, autoComplete: "organization" },
    { name: "currency", label: t`Currency, as a code like EUR`, autoComplete: "off", start: "EUR" },
    {
      name: "timezone",
      label: t`Time zone`,
      autoComplete: "off",
      start: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    { name: "firstName", label: t`First name`, autoComplete: "given-name" },
    { name: "lastName", label: t`Last name`, autoComplete: "family-name" },
    { name: "email", label: t`Email`, autoComplete: "username", type: "email" as const },
  ];
  return (
    <PlainPage title={<Trans>Set up Waybill</Trans>}>
      <Trans>Your company and you, its first administrator. Everything here can be changed later.</Trans>
      <TokenForm path="/api/auth/set-up" fields={fields}>
        <Trans>Set up and sign in</Trans>
      </TokenForm>
    </PlainPage>
  );
}
