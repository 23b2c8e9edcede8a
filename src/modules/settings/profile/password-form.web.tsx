import { Button } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { CurrentPassword } from "#web/pages/new-password.tsx";
import { asProblem } from "#web/problem.ts";
import { toastProblem } from "#web/toasts.tsx";
import styles from "./profile.module.css";

interface PasswordFormProps {
  verb: string;
  children: ReactNode;
  cancel: ReactNode;
  onPassword: (password: string) => Promise<void>;
}

/** The password once more, and what it is for. */
export function PasswordForm({ verb, children, cancel, onPassword }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError("");
    try {
      await onPassword(password);
    } catch (caught) {
      const wrong = asProblem(caught).fields?.["currentPassword"];
      if (wrong) setError(wrong);
      else toastProblem(caught);
    }
    setIsBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
      <p className={styles.grey}>{children}</p>
      <CurrentPassword value={password} error={error || undefined} onChange={setPassword} />
      <div className={styles.buttons}>
        {cancel}
        <Button type="submit" loading={isBusy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
