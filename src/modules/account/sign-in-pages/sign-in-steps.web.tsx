import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { send } from "#web/api/api.ts";
import { useOneField } from "#modules/account/second-factor/fields/one-field.web.ts";
import { asProblem } from "#web/api/problem.ts";
import { AuthenticatorForm } from "#modules/account/second-factor/fields/authenticator-form.web.tsx";
import { CodeField } from "#modules/account/second-factor/fields/code-field.web.tsx";
import { RecoveryCodes } from "#modules/account/second-factor/fields/recovery-codes.web.tsx";
import { enter, leaveSignInStep } from "#web/api/session.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import styles from "#web/shell/pages/small-form.module.css";

const bare = { method: "POST", transaction: "none" } as const;

/** The code after the password. When the step is over, the password is asked for again. */
export function CodeStep() {
  const signIn = async (code: string) => {
    await send({ ...bare, path: "/api/auth/logins/code" }, { body: { code } });
    await enter();
  };
  const { field, isBusy, handleSubmit } = useOneField("code", signIn, startAgain);
  return (
    <form onSubmit={handleSubmit} className={styles.form}>
      <CodeField {...field} takesRecoveryCodes />
      <Button type="submit" fullWidth size="sm" h={40} loading={isBusy}>
        <Trans>Sign in</Trans>
      </Button>
      <Back />
    </form>
  );
}

/** The company asks for a second factor and the person has none: it is set up before they come in. */
export function SetUpStep() {
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  useEffect(() => {
    send({ ...bare, path: "/api/auth/logins/second-factor" }).then(
      (reply) => setMade(reply as { secret: string; uri: string }),
      startAgain,
    ); // the reply of this route
  }, []);
  const handleConfirm = async (code: string) => {
    const reply = await send({ ...bare, path: "/api/auth/logins/second-factor/confirm" }, { body: { code } });
    setCodes((reply as { recoveryCodes: string[] }).recoveryCodes); // as above
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void enter()} />;
  if (!made) return null;
  return (
    <div className={styles.form}>
      <AuthenticatorForm made={made} onConfirm={handleConfirm} />
      <Back />
    </div>
  );
}

function startAgain(problem: unknown): void {
  toastProblem(problem);
  if (asProblem(problem).code === "sign_in_over") leaveSignInStep();
}

function Back() {
  return (
    <button type="button" className={styles.plain} onClick={leaveSignInStep}>
      <Trans>Back to the password</Trans>
    </button>
  );
}
