import { Trans, useLingui } from "@lingui/react/macro";
import { DataProvider } from "#web/api/query.tsx";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import { RegisterStep2Form } from "./register-step2-form.web.tsx";
import { useRegistration } from "./use-registration.web.ts";
import { SignOutButton } from "./sign-out-button.web.tsx";

/** Where the gate leads while a registration is not complete: the company's details. */
export function RegisterStep2Page() {
  const { t } = useLingui();
  useTitle(t`Registration`);
  return (
    <DataProvider>
      <Step2 />
    </DataProvider>
  );
}

function Step2() {
  const { t } = useLingui();
  const { data: registration, isPending } = useRegistration();
  if (isPending) return <div aria-busy aria-label={t`Loading`} />;
  if (!registration) return <NotOurs />;
  return (
    <PlainPage isWide title={<Trans>Your company</Trans>} code={t`Step 2 of 2`}>
      <Trans>
        An administrator of this installation looks at these details and approves the company. What you type is kept;
        you can close the page and come back.
      </Trans>
      <RegisterStep2Form registration={registration} />
    </PlainPage>
  );
}

/** Somebody who did not register, e.g. whose invitation another administrator has to complete. */
function NotOurs() {
  return (
    <PlainPage title={<Trans>Your registration is not complete</Trans>} actions={<SignOutButton />}>
      <Trans>Your company's details are missing. Ask the administrator who invited you to complete them.</Trans>
    </PlainPage>
  );
}
