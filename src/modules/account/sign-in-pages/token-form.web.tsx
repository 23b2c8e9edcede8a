import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactNode } from "react";
import { send } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { signIn } from "#web/api/session.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { NewPassword } from "#modules/account/passwords/fields/new-password.web.tsx";
import styles from "#web/shell/pages/small-form.module.css";

/** One text of the form besides the password: its key in the body, its label, its browser hint. */
export interface TokenField {
  name: string;
  label: string;
  autoComplete: string;
  type?: "email";
  start?: string;
}

interface TokenFormProps {
  /** Takes `{ token, password, …fields }` and answers `{ email }`. */
  path: string;
  fields: readonly TokenField[];
  children: ReactNode;
}

/** A one-time link's form: its secret is in the fragment, where no log sees it; afterwards its user is signed in. */
export function TokenForm({ path, fields, children }: TokenFormProps) {
  const router = useRouter();
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name, start }) => [name, start ?? ""])),
  );
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setErrors({});
    try {
      const reply = await send({ method: "POST", path, transaction: "none" }, { body: { token, password, ...values } });
      const { email } = reply as { email: string }; // the reply of both routes
      await router.navigate({ to: "/login", replace: true }); // the used secret leaves the address bar
      await signIn({ email, password });
    } catch (error) {
      setErrors(asProblem(error).fields ?? {});
      toastProblem(error);
      setIsBusy(false);
    }
  };

  if (!token) {
    return (
      <p>
        <Trans>This page needs the whole link as you were given it, with everything behind the #.</Trans>
      </p>
    );
  }
  return (
    <form onSubmit={handleSubmit} className={styles.form}>
      {fields.map(({ name, label, autoComplete, type }) => (
        <TextInput
          key={name}
          label={label}
          size="sm"
          name={name}
          type={type ?? "text"}
          autoComplete={autoComplete}
          required
          withAsterisk={false}
          value={values[name] ?? ""}
          error={errors[name]}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      <NewPassword value={password} error={errors["password"]} onChange={setPassword} />
      <Button type="submit" size="sm" loading={isBusy}>
        {children}
      </Button>
    </form>
  );
}
