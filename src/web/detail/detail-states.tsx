import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { Failed } from "#web/list/list-states.tsx";
import type { WebProblem } from "#web/api/problem.ts";

/** Why a record is not shown: it is not there, the user may not see it, or loading failed. */
export function RecordMissing({
  naming,
  problem,
  onRetry,
}: {
  naming: Naming;
  problem: WebProblem;
  onRetry: () => void;
}) {
  const words = useWords();
  const one = words(naming.one);
  const back = (
    <Button variant="default" onClick={() => history.back()}>
      <Trans>Go back</Trans>
    </Button>
  );
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
