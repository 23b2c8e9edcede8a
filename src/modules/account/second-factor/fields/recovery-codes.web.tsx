import { Trans } from "@lingui/react/macro";
import { Button, CopyButton } from "@mantine/core";
import { Note } from "#web/ui/note.tsx";
import styles from "./second-factor.module.css";

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={styles.form}>
      <Note icon="warn" tone="a">
        <Trans>
          Keep these codes where you find them without your phone. Each signs you in once; they are not shown again.
        </Trans>
      </Note>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button variant="default" size="sm" onClick={copy}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy all</Trans>}
            </Button>
          )}
        </CopyButton>
        <Button size="sm" onClick={onDone}>
          <Trans>I have kept them</Trans>
        </Button>
      </div>
    </div>
  );
}
