import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useOneField } from "./one-field.web.ts";
import { Code } from "#web/ui/values/values.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Fields } from "#web/ui/layout/layout.tsx";
import { CodeField } from "./code-field.web.tsx";
import { QrCode } from "./qr-code.web.tsx";

interface AuthenticatorFormProps {
  /** What the server made: the secret in letters, and the same for the QR code. */
  made: { readonly secret: string; readonly uri: string };
  onConfirm: (code: string) => Promise<void>;
}

/** Puts the secret into an app, by camera or by hand, and proves with its first code that it is there. */
export function AuthenticatorForm({ made, onConfirm }: AuthenticatorFormProps) {
  const { t } = useLingui();
  const { field, isBusy, handleSubmit } = useOneField("code", onConfirm);
  return (
    <Fields as="form" onSubmit={handleSubmit}>
      <p>
        <Trans>
          Scan this with an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or a password
          manager.
        </Trans>
      </p>
      <QrCode text={made.uri} label={t`QR code for the authenticator app`} />
      <Text as="p" tone="dim">
        <Trans>Or type this key into the app:</Trans>
        <Text as="code" shape="block">
          <Code>{(made.secret.match(/.{1,4}/g) ?? []).join(" ")}</Code>
        </Text>
      </Text>
      <CodeField {...field} />
      <Button type="submit" size="sm" loading={isBusy}>
        <Trans>Switch on</Trans>
      </Button>
    </Fields>
  );
}
