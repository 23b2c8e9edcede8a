import { Trans, useLingui } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { send } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { signIn } from "#web/api/session.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import styles from "#web/shell/pages/small-form.module.css";

/** Where the mailed link leads. Opening it changes nothing; the button with the chosen password confirms the address and signs in. */
export function RegisterConfirmPage() {
  const { t } = useLingui();
  useTitle(t`Confirm your address`);
  const router = useRouter();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get("t"));
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [isOver, setIsOver] = useState(token === null);
  const [isBusy, setIsBusy] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(undefined);
    try {
      const reply = await send(
        { method: "POST", path: "/api/auth/registrations/confirm", transaction: "none" },
        { body: { token, password } },
      );
      const { email } = reply as { email: string }; // the reply of this route
      await router.navigate({ to: "/login", replace: true }); // the used secret leaves the address bar
      await signIn({ email, password });
    } catch (caught) {
      const problem = asProblem(caught);
      setError(problem.fields?.["password"]);
      setIsOver(problem.status === 410);
      if (problem.status !== 410) toastProblem(caught);
      setIsBusy(false);
    }
  };

  if (isOver) {
    return (
      <PlainPage title={<Trans>This link does not work any more</Trans>} actions={<RegisterButton />}>
        <Trans>
          It was used already, it is older than three days, or it was cut off in the mail. If you confirmed your address
          before, just sign in; else register again, and a new link comes.
        </Trans>
      </PlainPage>
    );
  }
  return (
    <PlainPage title={<Trans>Confirm your address</Trans>}>
      <Trans>Enter the password that you chose when you registered. Then come your company's details.</Trans>
      <form onSubmit={handleSubmit} className={styles.form}>
        <PasswordInput
          label={t`Password`}
          size="sm"
          name="password"
          autoComplete="current-password"
          autoFocus
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": t`Show password` }}
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" h={40} loading={isBusy}>
          <Trans>Confirm and sign in</Trans>
        </Button>
      </form>
    </PlainPage>
  );
}

function RegisterButton() {
  return (
    <>
      <Button variant="default" component={Link} to="/login">
        <Trans>Sign in</Trans>
      </Button>
      <Button variant="default" component={Link} to="/register">
        <Trans>Register again</Trans>
      </Button>
    </>
  );
}
