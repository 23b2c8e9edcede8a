import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "#web/api/session.tsx";
import { PaperPage } from "#modules/site/paper/paper-page.web.tsx";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import { RegisterForm } from "./register-form.web.tsx";
import { RegisterSent } from "./register-sent.web.tsx";
import styles from "#web/shell/pages/small-form.module.css";

/** Where somebody without an account begins: name, address, password; a mailed link leads on. */
export function RegisterPage() {
  const { t } = useLingui();
  useTitle(t`Register`);
  const { settings } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (settings?.registration === false) {
    return (
      <PlainPage title={<Trans>Nobody can register here</Trans>}>
        <Trans>Whoever runs this installation invites people by mail. Ask an administrator for an invitation.</Trans>
      </PlainPage>
    );
  }
  if (sentTo !== null) return <RegisterSent to={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <PaperPage
      title={<Trans>Register your company</Trans>}
      about={<Trans>First you, then your company. An administrator of this installation approves it.</Trans>}
    >
      <RegisterForm onSent={setSentTo} />
      <p className={styles.beside}>
        <Trans>
          You have an account?{" "}
          <Link to="/login" className={styles.link}>
            Sign in
          </Link>
        </Trans>
      </p>
    </PaperPage>
  );
}
