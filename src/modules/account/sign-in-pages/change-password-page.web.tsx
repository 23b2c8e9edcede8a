import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { changePassword, useSession } from "#web/api/session.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { CurrentPassword, NewPassword } from "#modules/account/passwords/fields/new-password.web.tsx";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import { messageOf } from "./reset-password-page.web.tsx";
import styles from "#web/shell/pages/small-form.module.css";

/** Changes the password, with the mailed token (in the fragment, so that no server log holds it) or the current password. */
export function ChangePasswordPage() {
  const { t } = useLingui();
  useTitle(t`Change password`);
  const router = useRouter();
  const { user, hasStrongPassword } = useSession();
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  const [currentPassword, setCurrentPassword] = useState("");
  const [password, setPassword] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [isTried, setIsTried] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      const reply = await changePassword({ ...(token ? { token } : { currentPassword }), password });
      toastDone(messageOf(reply) ?? t`Succeed`);
      await router.navigate({ to: "/login", replace: true }); // the used secret leaves the address bar
    } catch (error) {
      toastProblem(error);
      setIsTried(true);
      setIsBusy(false);
    }
  };

  if (!token && !user && !isBusy) {
    return (
      <PlainPage title={<Trans>Change password</Trans>} actions={<AskForLink />}>
        <Trans>This page needs the link from the reset message, or a signed-in user.</Trans>
      </PlainPage>
    );
  }
  return (
    <PlainPage title={<Trans>Change password</Trans>}>
      <Trans>Afterwards you sign in again, here and on your other devices.</Trans>
      <form onSubmit={(event) => void handleSubmit(event)} className={styles.form}>
        {!token && <CurrentPassword value={currentPassword} onChange={setCurrentPassword} />}
        <NewPassword value={password} error={isTried && hasStrongPassword === false} onChange={setPassword} />
        <Button type="submit" size="sm" loading={isBusy}>
          <Trans>Change password</Trans>
        </Button>
        {token && <AskForLink />}
      </form>
    </PlainPage>
  );
}

function AskForLink() {
  return (
    <Link to="/reset-password" className={styles.link}>
      <Trans>Ask for a new link</Trans>
    </Link>
  );
}
