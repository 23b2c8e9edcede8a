import { useLingui } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";

interface CodeFieldProps {
  value: string;
  error: string | undefined;
  /** Whether a recovery code may stand here too. */
  takesRecoveryCodes?: boolean;
  onChange: (value: string) => void;
}

/** Where the code of the app is typed; phones and password managers know to fill it. */
export function CodeField({ value, error, takesRecoveryCodes = false, onChange }: CodeFieldProps) {
  const { t } = useLingui();
  return (
    <TextInput
      label={t`Code`}
      description={
        takesRecoveryCodes
          ? t`The 6 digits that your app shows now, or one of your recovery codes.`
          : t`The 6 digits that your app shows now.`
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      size="sm"
      name="code"
      autoComplete="one-time-code"
      inputMode={takesRecoveryCodes ? "text" : "numeric"}
      required
      withAsterisk={false}
      data-autofocus
      autoFocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
