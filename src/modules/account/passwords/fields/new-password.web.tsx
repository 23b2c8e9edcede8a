import { useLingui } from "@lingui/react/macro";
import { PasswordInput } from "@mantine/core";
import { PasswordStrength } from "./password-strength.web.tsx";

interface PasswordProps {
  value: string;
  error?: string | boolean | undefined;
  onChange: (value: string) => void;
}

/** A password that is chosen now: what it needs stands under it before anything is refused, and how good it is while one types. */
export function NewPassword({ value, error, onChange }: PasswordProps) {
  const { t } = useLingui();
  return (
    <div>
      <PasswordInput
        label={t`New password`}
        description={t`At least 15 characters, or 8 beside a second factor. A sentence that you remember is good.`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        size="sm"
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": t`Show password` }}
        value={value}
        error={error}
        aria-invalid={Boolean(error)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <PasswordStrength password={value} />
    </div>
  );
}

/** The password that one has, asked for again before something is changed. */
export function CurrentPassword({ value, error, onChange }: PasswordProps) {
  const { t } = useLingui();
  return (
    <PasswordInput
      label={t`Current password`}
      size="sm"
      autoComplete="current-password"
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ "aria-label": t`Show password` }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
