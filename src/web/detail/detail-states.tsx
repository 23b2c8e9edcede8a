import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { EmptyState } from "#web/blocks/empty-state.tsx";
import { useWords, type Naming } from "#web/blocks/words.ts";
import { Failed } from "#web/list/list-states.tsx";
import type { WebProblem } from "#web/problem.ts";
import styles from "./detail.module.css";

/** Why a record is not shown: it is not there, the user may not see it, or loading failed. */
export function RecordMissing({ naming, problem, onRetry }: { naming: Naming; problem: WebProblem; onRetry: () => void }) {
  const words = useWords();
  const one = words(naming.one);
  const back = <Button variant="default" onClick={() => history.back()}><Trans>Go back</Trans></Button>;
  if (problem.status === 404) {
    return (
      <EmptyState isPage drawing="ended" title={<Trans>This {one} does not exist</Trans>} actions={back}>
        <Trans>It was removed, or the address is not complete.</Trans>
      </EmptyState>
    );
  }
  if (problem.isSilent) {
    return (
      <EmptyState isPage drawing="bad" title={<Trans>You may not see this {one}</Trans>} actions={back}>
        <Trans>Ask an administrator for the permission.</Trans>
      </EmptyState>
    );
  }
  return <Failed isPage title={<Trans>The record did not load</Trans>} problem={problem} onRetry={onRetry} />;
}

/** The head, the strip and a few lines in grey while the record is on its way. */
export function DetailSkeleton() {
  const { t } = useLingui();
  return (
    <div className={styles.screen} role="status" aria-label={t`Loading`}>
      <div className={styles.head} aria-hidden><span className={styles.bone} style={{ width: 220, height: 20 }} /></div>
      <div className={styles.main} aria-hidden>
        <span className={styles.bone} style={{ height: 60 }} />
        {[72, 54, 63, 40].map((width) => <span key={width} className={styles.bone} style={{ width: `${width}%`, height: 12 }} />)}
      </div>
    </div>
  );
}
