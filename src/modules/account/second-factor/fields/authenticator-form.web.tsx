import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useOneField } from "#web/form/fields/one-field.ts";
import { CodeField } from "./code-field.web.tsx";
import { QrCode } from "./qr-code.web.tsx";
import styles from "./second-factor.module.css";

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
    <form onSubmit={handleSubmit} className={styles.form}>
      <p>
        <Trans>
          Scan this with an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or a password
          manager.
        </Trans>
      </p>
      <div className={styles.qr}>
        <QrCode text={made.uri} label={t`QR code for the authenticator app`} />
      </div>
      <p className={styles.grey}>
        <Trans>Or type this key into the app:</Trans>
        <code className={styles.secret}>{(made.secret.match(/.{1,4}/g) ?? []).join(" ")}</code>
      </p>
      <CodeField {...field} />
      <Button type="submit" size="sm" loading={isBusy}>
        <Trans>Switch on</Trans>
      </Button>
    </form>
  );
}
