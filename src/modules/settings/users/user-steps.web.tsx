import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { inputOf } from "#web/detail/use-step.ts";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { useSession } from "#web/api/session.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { InvitationLink, type Invitation } from "./invitation-link.web.tsx";
import { useUserChange } from "./use-user-change.web.ts";
import { users, type User } from "./users.contract.ts";

/** What can be done to a person's access: the steps that the server offers, and removal. */
export function UserSteps({ user, onRemoved }: { user: User; onRemoved: () => void }) {
  const { t } = useLingui();
  const change = useUserChange();
  const suspension = useUserChange({ quiet: true });
  const [asked, setAsked] = useState<"suspend" | "remove" | "factor" | null>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { settings } = useSession();
  const id = user.userId;
  const close = () => setAsked(null);
  const name = `${user.firstName} ${user.lastName}`;
  const reason = inputOf(users.suspend);
  const suspend = async (input: Record<string, unknown>) => {
    const body = users.suspend.body.parse({ ...input, version: user.version });
    await suspension.mutateAsync({ run: () => call(users.suspend, { id, body }), said: t`Updated successfully` });
  };
  const remove = () =>
    change.mutate(
      {
        run: () => call(users.remove, { id, query: { version: user.version } }).then(() => undefined),
        said: t`Deleted successfully`,
      },
      { onSuccess: onRemoved, onSettled: close },
    );
  const dropFactor = () =>
    change.mutate(
      {
        run: () => call(users.dropSecondFactor, { id, body: { version: user.version } }),
        said: t`Updated successfully`,
      },
      { onSettled: close },
    );
  const showInvitation = async () => {
    setIsAsking(true);
    try {
      setInvitation(await call(users.invitationLink, { id }));
    } catch (error) {
      toastProblem(error);
    }
    setIsAsking(false);
  };
  return (
    <Row>
      {user.steps.includes("inviteAgain") && settings?.mails_are_kept && (
        <Button variant="default" loading={isAsking} onClick={() => void showInvitation()}>
          <Trans>Show an invitation link</Trans>
        </Button>
      )}
      {user.steps.includes("inviteAgain") && !settings?.mails_are_kept && (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() =>
            change.mutate({
              run: () => call(users.inviteAgain, { id, body: { version: user.version } }),
              said: t`Updated successfully`,
            })
          }
        >
          <Trans>Invite again</Trans>
        </Button>
      )}
      {user.steps.includes("reactivate") && (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() =>
            change.mutate({
              run: () => call(users.reactivate, { id, body: { version: user.version } }),
              said: t`Updated successfully`,
            })
          }
        >
          <Trans>Reactivate</Trans>
        </Button>
      )}
      {user.steps.includes("suspend") && (
        <Button variant="default" onClick={() => setAsked("suspend")}>
          <Trans>Suspend</Trans>
        </Button>
      )}
      {hasAbility(user, "dropSecondFactor") && (
        <Button variant="default" onClick={() => setAsked("factor")}>
          <Trans>Drop the second factor</Trans>
        </Button>
      )}
      {hasAbility(user, "remove") && (
        <Button variant="default" onClick={() => setAsked("remove")}>
          <Trans>Remove</Trans>
        </Button>
      )}
      <Dialog title={<Trans>Invitation link</Trans>} isOpen={invitation !== null} onClose={() => setInvitation(null)}>
        {invitation && <InvitationLink invitation={invitation} onClose={() => setInvitation(null)} />}
      </Dialog>
      {asked === "suspend" && reason && (
        <LazyInputDialog
          title={<Trans>Suspend {name}?</Trans>}
          verb={t`Suspend`}
          schema={reason}
          draft={["suspend", user.userId]}
          isDangerous
          onSubmit={suspend}
          onClose={close}
        >
          <Trans>The sessions end at once. Roles are kept for the day the person comes back.</Trans>
        </LazyInputDialog>
      )}
      <ConfirmDialog
        title={<Trans>Remove {name}?</Trans>}
        verb={t`Remove user`}
        isDangerous
        isOpen={asked === "remove"}
        isBusy={change.isPending}
        onConfirm={remove}
        onClose={close}
      >
        <Trans>Sessions and roles end. What the person did stays in the history of the records.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        title={<Trans>Drop the second factor of {name}?</Trans>}
        verb={t`Drop the second factor`}
        isOpen={asked === "factor"}
        isBusy={change.isPending}
        onConfirm={dropFactor}
        onClose={close}
      >
        <Trans>
          For somebody who has lost phone and recovery codes. Make sure that it is really them who asks: the password
          alone opens the account then. The sessions end.
        </Trans>
      </ConfirmDialog>
    </Row>
  );
}
