import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { WebProblem } from "#web/api/problem.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Note } from "#web/ui/note.tsx";

interface DraftNotesProps {
  problem: WebProblem | null;
  /** What was typed before stands in the editor again. */
  isBack: boolean;
  onDiscard: () => void;
  /** Puts the edit on top of what is saved now, of that version. */
  onKeep: (version: number) => void;
}

/** Above the editor: what was refused, who was faster, or that what was typed before is back. */
export function DraftNotes({ problem, isBack, onDiscard, onKeep }: DraftNotesProps) {
  const { t } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const discard = (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        <Trans>Discard my edit</Trans>
      </Button>
      <ConfirmDialog
        title={<Trans>Discard what you typed?</Trans>}
        verb={t`Discard`}
        keep={t`Keep editing`}
        isDangerous
        isOpen={isAsked}
        onConfirm={onDiscard}
        onClose={() => setAsked(false)}
      >
        <Trans>Nothing of it was saved.</Trans>
      </ConfirmDialog>
    </>
  );
  // the server's `stale()` answers with the order as it is now
  const current = (problem?.details as { current?: { version: number } } | undefined)?.current;
  if (problem?.code === "stale_version" && current)
    return (
      <Note
        icon="warn"
        isUrgent
        actions={
          <>
            {discard}
            <Button variant="default" onClick={() => onKeep(current.version)}>
              <Trans>Keep my edit</Trans>
            </Button>
          </>
        }
      >
        <b>
          <Trans>This record changed meanwhile. Your edit is kept.</Trans>
        </b>{" "}
        <Trans>Open the order in another tab to compare.</Trans>
      </Note>
    );
  if (problem && !problem.isSilent)
    return (
      <Note icon="bad" isUrgent>
        {problem.message} {problem.status === 0 && <Trans>Your edit is kept.</Trans>}
      </Note>
    );
  if (!isBack) return null;
  return (
    <Note icon="wait" actions={discard}>
      <Trans>What you typed before is back. It is not saved yet.</Trans>
    </Note>
  );
}
