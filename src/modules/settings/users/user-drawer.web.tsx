import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { StateChip } from "#web/ui/status/chip.tsx";
import { Note } from "#web/ui/note.tsx";
import { SideDrawer } from "#web/ui/overlays/side-drawer.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useUser } from "#web/api/session.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { PersonForm } from "./person-form.web.tsx";
import { userStatusStyles } from "./user-table.web.tsx";
import { UserAccess } from "./user-access.web.tsx";
import { UserRoles } from "./user-roles.web.tsx";
import { UserSteps } from "./user-steps.web.tsx";
import { useUserChange } from "./use-user-change.web.ts";
import { userInput, users, type User } from "./users.contract.ts";

const Field = fieldsOf(userInput);

interface UserDrawerProps {
  user: User;
  /** Which of the two parts is open. */
  part: Part;
  onPart: (part: Part) => void;
  onClose: () => void;
}
type Part = "person" | "access";

/** One person: state, roles, name and settings; and beside it what they may do through which role. */
export function UserDrawer({ user, part, onPart, onClose }: UserDrawerProps) {
  const { t } = useLingui();
  const me = useUser();
  const mayEdit = hasAbility(user, "edit");
  const change = useUserChange({ quiet: true });
  const version = useEditedVersion(user);
  const save = async (input: Record<string, unknown>, keptVersion: number | null) => {
    const body = { ...userInput.parse(input), version: keptVersion ?? version };
    await change.mutateAsync({
      run: () => call(users.update, { id: user.userId, body }),
      said: t`Updated successfully`,
    });
    onClose();
  };
  const facts = (
    <>
      <KeyValue
        rows={[
          { label: "status", value: <StateChip statusStyles={userStatusStyles} state={user.status} /> },
          { label: msg`E-mail`, value: user.email },
          {
            label: msg`Last sign-in`,
            value: user.lastSignInAt ? <Instant at={user.lastSignInAt} /> : <Trans>never</Trans>,
          },
        ]}
      />
      {user.userId === me.userId && (
        <Note icon="open">
          <Trans>This is your own account. Another administrator changes its roles and its state.</Trans>
        </Note>
      )}
      {mayEdit && <UserSteps user={user} onRemoved={onClose} />}
      <UserRoles user={user} isFixed={!hasAbility(user, "assignRoles")} />
    </>
  );
  return (
    <SideDrawer
      title={
        <>
          {user.firstName} {user.lastName}
        </>
      }
      isOpen
      onClose={onClose}
    >
      <Tabs
        label={t`Parts of this person`}
        tabs={[
          { name: "person", title: <Trans>Person and roles</Trans> },
          { name: "access", title: <Trans>What they may do</Trans> },
        ]}
        chosen={part}
        onChoose={onPart}
      >
        {part === "access" ? (
          <UserAccess user={user} />
        ) : mayEdit ? (
          <PersonForm
            schema={userInput}
            record={user}
            draft={{ path: users.update.path, id: user.userId, version }}
            label={t`Edit user`}
            verb={t`Save`}
            above={facts}
            onSave={save}
            onCancel={onClose}
          >
            <Field.Text name="firstName" />
            <Field.Text name="lastName" />
            <Field.Phone name="phone" />
            <Field.Select
              name="locale"
              label={msg`Language and numbers`}
              help={<Trans>Empty: as the company has it.</Trans>}
            />
            <Field.Listed name="timezone" label={msg`Time zone`} help={<Trans>Empty: as the company has it.</Trans>} />
          </PersonForm>
        ) : (
          <ScreenBody>{facts}</ScreenBody>
        )}
      </Tabs>
    </SideDrawer>
  );
}

/** The version that the form is an edit of: it goes on with the user while what the form holds is as it was, e.g. when a role is given. */
function useEditedVersion(user: User): number {
  const [first] = useState(user);
  const isSame = Object.keys(userInput.shape).every((name) => Reflect.get(user, name) === Reflect.get(first, name));
  return isSame ? user.version : first.version;
}
