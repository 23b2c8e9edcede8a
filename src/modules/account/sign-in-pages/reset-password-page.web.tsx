import { Trans, useLingui } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { send } from "#web/api/api.ts";
import { useSession } from "#web/api/session.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import styles from "#web/shell/pages/small-form.module.css";

/** Sends a reset message; the answer is the same whether or not the address is known. */
export function ResetPasswordPage() {
  const { t } = useLingui();
  useTitle(t`Reset password`);
  const { settings } = useSession();
  const [email, setEmail] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState("");
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      const message =
        messageOf(
          await send({ method: "POST", path: "/api/auth/reset-password", transaction: "none" }, { body: { email } }),
        ) ?? t`Succeed`;
      setSaid(message);
      toastDone(message);
    } catch (error) {
      toastProblem(error);
    }
    setIsBusy(false);
  };
  if (said) {
    return (
      <PlainPage
        title={settings?.mails_are_kept ? <Trans>Reset password</Trans> : <Trans>Look into your mail</Trans>}
        actions={<BackToSignIn />}
      >
        {said}
      </PlainPage>
    );
  }
  return (
    <PlainPage title={<Trans>Reset password</Trans>}>
      {settings?.mails_are_kept ? (
        <Trans>No mail leaves this installation. Give the address you sign in with to learn what to do.</Trans>
      ) : (
        <Trans>Give the address you sign in with. If it is known, a message with a link is on its way to it.</Trans>
      )}
      <form onSubmit={(event) => void handleSubmit(event)} className={styles.form}>
        <TextInput
          label={t`Email`}
          size="sm"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={isBusy}>
          {settings?.mails_are_kept ? <Trans>Go on</Trans> : <Trans>Send the link</Trans>}
        </Button>
        <BackToSignIn />
      </form>
    </PlainPage>
  );
}

function BackToSignIn() {
  return (
    <Link to="/login" className={styles.link}>
      <Trans>Back to sign in</Trans>
    </Link>
  );
}

/** The server's own words, which both password calls answer with. */
export function messageOf(reply: unknown): string | undefined {
  const said = typeof reply === "object" && reply !== null && "message" in reply ? reply.message : undefined;
  return typeof said === "string" ? said : undefined;
}
