import { Trans, useLingui } from "@lingui/react/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRef, useState, type FormEvent } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { Note } from "#web/ui/note.tsx";
import { asProblem } from "#web/api/problem.ts";
import { signIn, useSession } from "#web/api/session.tsx";
import type { DemoAccount } from "#web/api/session-user.ts";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { DemoAccounts } from "./demo-accounts.web.tsx";
import { PaperPage } from "#modules/site/paper/paper-page.web.tsx";
import { useTitle } from "#web/shell/pages/plain-page.tsx";
import styles from "#modules/site/paper/paper-page.module.css";

const CodeStep = lazyPart(() => import("./sign-in-steps.web.tsx"), "CodeStep");
const SetUpStep = lazyPart(() => import("./sign-in-steps.web.tsx"), "SetUpStep");

export function LoginPage() {
  const { t } = useLingui();
  const { signInStep } = useSession();
  useTitle(t`Sign in`);
  if (signInStep) {
    return (
      <PaperPage
        title={<Trans>Sign in</Trans>}
        about={
          signInStep === "code" ? (
            <Trans>with your second factor</Trans>
          ) : (
            <Trans>Your company asks for a second factor. Set it up now.</Trans>
          )
        }
      >
        {signInStep === "code" ? <CodeStep /> : <SetUpStep />}
      </PaperPage>
    );
  }
  return (
    <PaperPage title={<Trans>Sign in</Trans>} about={<Trans>to your company's warehouse and fleet</Trans>}>
      <SignIn />
    </PaperPage>
  );
}

function SignIn() {
  const { t } = useLingui();
  const { settings, hasStrongPassword } = useSession();
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
        {hasStrongPassword && (
          <div className={styles.changed}>
            <Note icon="done">
              <Trans>Your password was changed. Sign in with the new one.</Trans>
            </Note>
          </div>
        )}
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
          error={isWrong}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t`Password`}
          size="sm"
          mt={14}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": t`Show password` }}
          value={password}
          error={isWrong}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <p className={styles.reset}>
          <Link to="/reset-password" className={styles.link}>
            <Trans>Reset password</Trans>
          </Link>
        </p>
        <Button ref={button} type="submit" fullWidth size="sm" h={40} loading={isBusy}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      {settings?.registration && (
        <p className={styles.register}>
          <Trans>
            No account yet?{" "}
            <Link to="/register" className={styles.link}>
              Register your company
            </Link>
          </Trans>
        </p>
      )}
      {settings?.demo && <DemoAccounts demo={settings.demo} chosen={email} onPick={handlePick} />}
    </>
  );
}
