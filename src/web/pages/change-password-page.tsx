import { Trans, useLingui } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { send } from "../api.ts";
import { signOutAfterPasswordChange, useSession } from "../session.tsx";
import { toastDone, toastProblem } from "../toasts.tsx";
import { PlainPage, useTitle } from "./plain-page.tsx";
import { messageOf } from "./reset-password-page.tsx";
import styles from "./small-form.module.css";

/** Changes the password, with the mailed token (in the fragment, so that no server log holds it) or the current password. */
export function ChangePasswordPage() {
  const { t } = useLingui();
  useTitle(t`Change password`);
  const router = useRouter();
  const { user } = useSession();
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  const [currentPassword, setCurrentPassword] = useState("");
  const [password, setPassword] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const proof = token ? { token } : { currentPassword };

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      const reply = await send({ method: "POST", path: "/api/auth/change-password", transaction: "none" }, { body: { ...proof, password } });
      toastDone(messageOf(reply) ?? t`Succeed`);
      await signOutAfterPasswordChange();
      await router.navigate({ to: "/login" });
    } catch (error) {
      toastProblem(error);
      setIsBusy(false);
    }
  };

  if (!token && !user) {
    return (
      <PlainPage title={<Trans>Change password</Trans>}>
        <Trans>This page needs the link from the reset message, or a signed-in user.</Trans>
      </PlainPage>
    );
  }
  return (
    <PlainPage title={<Trans>Change password</Trans>}>
      <Trans>Afterwards you sign in again, here and on your other devices.</Trans>
      <form onSubmit={handleSubmit} className={styles.form}>
        {!token && <PasswordInput label={t`Current password`} size="sm" autoComplete="current-password" required withAsterisk={false} visibilityToggleButtonProps={{ "aria-label": t`Show password` }} value={currentPassword} onChange={(event) => setCurrentPassword(event.currentTarget.value)} />}
        <PasswordInput label={t`New password`} size="sm" autoComplete="new-password" required withAsterisk={false} visibilityToggleButtonProps={{ "aria-label": t`Show password` }} value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
        <Button type="submit" size="sm" loading={isBusy}>
          <Trans>Change password</Trans>
        </Button>
      </form>
    </PlainPage>
  );
}
