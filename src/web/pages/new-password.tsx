import { useLingui } from "@lingui/react/macro";
import { PasswordInput } from "@mantine/core";

interface NewPasswordProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A password that is chosen now: what it needs stands under it before anything is refused. */
export function NewPassword({ value, error, onChange }: NewPasswordProps) {
  const { t } = useLingui();
  return (
    <PasswordInput
      label={t`New password`}
      description={t`At least 15 characters. A sentence that you remember is good.`}
      inputWrapperOrder={["label", "input", "description", "error"]}
      size="sm"
      name="password"
      autoComplete="new-password"
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ "aria-label": t`Show password` }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
