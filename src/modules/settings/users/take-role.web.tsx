import { ActionIcon } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { useUserChange } from "./use-user-change.web.ts";
import { users, type User } from "./users.contract.ts";

interface TakeRoleProps {
  user: User;
  assigned: User["roles"][number];
  label: string;
  change: ReturnType<typeof useUserChange>;
}

/** The × beside a role that a person holds: it goes at once, but the last one is asked about. */
export function TakeRole({ user, assigned, label, change }: TakeRoleProps) {
  const { t } = useLingui();
  const role = useWords()({ id: assigned.name });
  const [isAsked, setAsked] = useState(false);
  const person = `${user.firstName} ${user.lastName}`;
  const take = () => {
    setAsked(false);
    change.mutate({
      run: () => call(users.removeRole, { id: assigned.id }),
      said: t`Removed successfully`,
      line: t`${role}, from ${person}`,
    });
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        disabled={change.isPending}
        onClick={() => (user.roles.length === 1 ? setAsked(true) : take())}
      >
        <IconX size={14} />
      </ActionIcon>
      <ConfirmDialog
        title={<Trans>Take the last role from {person}?</Trans>}
        verb={t`Take the role ${role}`}
        isDangerous
        isOpen={isAsked}
        onConfirm={take}
        onClose={() => setAsked(false)}
      >
        <Trans>Without a role this person can sign in and do nothing.</Trans>
      </ConfirmDialog>
    </>
  );
}
