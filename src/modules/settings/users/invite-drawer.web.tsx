import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { useQuery } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { allows } from "#shared/permissions/permissions.ts";
import { call } from "#web/api/api.ts";
import { SideDrawer } from "#web/ui/overlays/side-drawer.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useSession, useUser } from "#web/api/session.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { roles } from "../roles/roles.contract.ts";
import { InvitationLink, type Invitation } from "./invitation-link.web.tsx";
import { PersonForm } from "./person-form.web.tsx";
import { useUserChange } from "./use-user-change.web.ts";
import { inviteInput, users } from "./users.contract.ts";

const person = inviteInput.omit({ roleIds: true });
const Field = fieldsOf(person);

/** Invites a person, by mail or with a link to pass on, and gives the first roles with it. */
export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const words = useWords();
  const me = useUser();
  const change = useUserChange({ quiet: true });
  const { settings } = useSession();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const known = useQuery({ queryKey: [roles.list.path], queryFn: ({ signal }) => call(roles.list, { signal }) });
  const save = async (input: Record<string, unknown>) => {
    const body = inviteInput.parse({ ...input, roleIds });
    const invited = await change.mutateAsync({ run: () => call(users.invite, { body }), said: t`Saved successfully` });
    if (!invited || !settings?.mails_are_kept) return onClose();
    try {
      setInvitation(await call(users.invitationLink, { id: invited.userId }));
    } catch (error) {
      toastProblem(error); // the person is invited; the link can be had from their page
      onClose();
    }
  };
  if (invitation) {
    return (
      <SideDrawer title={<Trans>Invitation link</Trans>} isOpen onClose={onClose}>
        <ScreenBody>
          <InvitationLink invitation={invitation} onClose={onClose} />
        </ScreenBody>
      </SideDrawer>
    );
  }
  return (
    <SideDrawer title={<Trans>Invite a person</Trans>} isOpen onClose={onClose}>
      <PersonForm
        schema={person}
        record={null}
        draft={{ path: users.invite.path, id: null, version: null }}
        label={t`Invite a person`}
        verb={settings?.mails_are_kept ? t`Make the invitation` : t`Send the invitation`}
        onSave={save}
        onCancel={onClose}
      >
        <Field.Email name="email" label={msg`E-mail`} autoFocus />
        <Field.Text name="firstName" />
        <Field.Text name="lastName" />
        <Field.Phone name="phone" />
        <Checkbox.Group
          label={t`Roles`}
          description={t`What a person may do comes from roles. More can be given later.`}
          value={roleIds}
          onChange={setRoleIds}
        >
          <Stack gap={10}>
            {known.data
              ?.filter((role) => role.permissions.every((name) => allows(me, [name])))
              .map((role) => (
                <Checkbox
                  key={role.id}
                  value={role.id}
                  label={words({ id: role.name })}
                  description={role.description && words({ id: role.description })}
                />
              ))}
          </Stack>
        </Checkbox.Group>
      </PersonForm>
    </SideDrawer>
  );
}
