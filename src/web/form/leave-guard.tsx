import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { currentSession } from "#web/api/session.tsx";

interface LeaveGuardProps {
  /** How many changes would be lost. A session that ends leaves all the same; the draft is kept. */
  count: number;
  /** Asked at the last moment: what was just saved is not unsaved any more. */
  isUnsaved: () => boolean;
  onDiscard: () => void;
}

/** Asks before unsaved work is left, by whatever way: a link, the way back, closing the drawer or the tab. */
export function LeaveGuard({ count, isUnsaved, onDiscard }: LeaveGuardProps) {
  const { t } = useLingui();
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved() && currentSession().user !== null,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const discard = () => {
    onDiscard();
    blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      title={<Plural value={count} one="Discard # change?" other="Discard # changes?" />}
      verb={t`Discard`}
      keep={t`Keep editing`}
      isDangerous
      isOpen={blocker.status === "blocked"}
      onConfirm={discard}
      onClose={() => blocker.reset?.()}
    >
      <Trans>Nothing of it was saved.</Trans>
    </ConfirmDialog>
  );
}
