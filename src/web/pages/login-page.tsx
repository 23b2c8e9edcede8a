import { Trans, useLingui } from "@lingui/react/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRef, useState, type FormEvent } from "react";
import { asProblem } from "../problem.ts";
import { signIn, useSession, type DemoAccount } from "../session.tsx";
import { Mark } from "../theme/mark.tsx";
import { toastProblem } from "../toasts.tsx";
import { DemoAccounts } from "./demo-accounts.tsx";
import { Paper } from "./paper.tsx";
import { PublicFoot, useTitle } from "./plain-page.tsx";
import styles from "./login-page.module.css";

export function LoginPage() {
  const { t } = useLingui();
  useTitle(t`Sign in`);
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <header>
          <Link to="/" className={styles.brand}>
            <Mark size={26} />
            <b>Waybill</b>
          </Link>
        </header>
        <main className={styles.middle}>
          <h1>
            <Trans>Sign in</Trans>
          </h1>
          <p className={styles.about}>
            <Trans>to your company's warehouse and fleet</Trans>
          </p>
          <SignIn />
        </main>
        <PublicFoot />
      </div>
      <div className={styles.desk} aria-hidden>
        <Paper />
      </div>
    </div>
  );
}

function SignIn() {
  const { t } = useLingui();
  const { settings } = useSession();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setIsWrong(false);
    try {
      await signIn({ email, password });
    } catch (error) {
      setIsWrong(asProblem(error).status === 422);
      toastProblem(error);
    }
    setIsBusy(false);
  };
  const handlePick = (account: DemoAccount, demoPassword: string) => {
    setEmail(account.email);
    setPassword(demoPassword);
    setIsWrong(false);
    button.current?.focus();
  };

  return (
    <>
      <form onSubmit={handleSubmit}>
        <TextInput label={t`Email`} size="sm" type="email" name="email" autoComplete="username" required withAsterisk={false} autoFocus value={email} error={isWrong} onChange={(event) => setEmail(event.currentTarget.value)} />
        <PasswordInput label={t`Password`} size="sm" mt={14} name="password" autoComplete="current-password" required withAsterisk={false} visibilityToggleButtonProps={{ "aria-label": t`Show password` }} value={password} error={isWrong} onChange={(event) => setPassword(event.currentTarget.value)} />
        <p className={styles.reset}>
          <Link to="/reset-password" className={styles.link}>
            <Trans>Reset password</Trans>
          </Link>
        </p>
        <Button ref={button} type="submit" fullWidth size="sm" h={40} loading={isBusy}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      {settings?.demo && <DemoAccounts demo={settings.demo} chosen={email} onPick={handlePick} />}
    </>
  );
}
