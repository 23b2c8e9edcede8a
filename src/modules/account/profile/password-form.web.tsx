import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useOneField } from "#web/form/fields/one-field.ts";
import { CurrentPassword } from "#modules/account/passwords/fields/new-password.web.tsx";
import styles from "./profile.module.css";

interface PasswordFormProps {
  verb: string;
  children: ReactNode;
  cancel: ReactNode;
  onPassword: (password: string) => Promise<void>;
}

/** The password once more, and what it is for. */
export function PasswordForm({ verb, children, cancel, onPassword }: PasswordFormProps) {
  const { field, isBusy, handleSubmit } = useOneField("currentPassword", onPassword);
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <p className={styles.grey}>{children}</p>
      <CurrentPassword {...field} />
      <div className={styles.buttons}>
        {cancel}
        <Button type="submit" loading={isBusy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
