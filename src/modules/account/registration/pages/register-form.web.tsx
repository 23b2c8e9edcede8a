import { Trans, useLingui } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { send } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { NewPassword } from "#modules/account/passwords/fields/new-password.web.tsx";
import styles from "#web/shell/pages/small-form.module.css";

const nothing = { firstName: "", lastName: "", email: "", password: "" };

/** Asks for an account; the answer is the same whether or not the address is known. */
export function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useLingui();
  const [values, setValues] = useState(nothing);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setErrors({});
    try {
      await send({ method: "POST", path: "/api/auth/registrations", transaction: "none" }, { body: values });
      onSent(values.email);
    } catch (error) {
      setErrors(asProblem(error).fields ?? {});
      toastProblem(error);
    }
    setIsBusy(false);
  };
  const field = (name: keyof typeof nothing) => ({
    size: "sm",
    name,
    required: true,
    withAsterisk: false,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={handleSubmit} className={styles.form}>
      <div className={styles.pair}>
        <TextInput label={t`First name`} autoComplete="given-name" autoFocus {...field("firstName")} />
        <TextInput label={t`Last name`} autoComplete="family-name" {...field("lastName")} />
      </div>
      <TextInput
        label={t`Email`}
        description={t`It is the address you sign in with. A link goes there.`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        type="email"
        autoComplete="username"
        {...field("email")}
      />
      <NewPassword
        value={values.password}
        error={errors["password"]}
        onChange={(password) => setValues({ ...values, password })}
      />
      <Button type="submit" size="sm" h={40} loading={isBusy}>
        <Trans>Register</Trans>
      </Button>
    </form>
  );
}
