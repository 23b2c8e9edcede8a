import { Button, CopyButton } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import styles from "./api.module.css";

/** Lines for a shell, and the way to have them there. */
export function Example({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <div className={styles.example}>
      <pre tabIndex={0} role="region" aria-label={t`Example for the shell`}>
        {text}
      </pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
