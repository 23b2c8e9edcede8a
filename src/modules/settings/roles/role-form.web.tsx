import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Actions, Fields } from "#web/ui/layout/layout.tsx";
import { roleInput, roles, type Role } from "./roles.contract.ts";

const Field = fieldsOf(roleInput);

interface RoleFormProps {
  what: "new" | "copy" | "edit";
  /** The role that is copied or named. */
  role: Role | undefined;
  onMade: (role: Role) => void;
  onClose: () => void;
}

/** How a role is called and what it is for; what it holds is ticked in the matrix. */
export function RoleForm({ what, role, onMade, onClose }: RoleFormProps) {
  const { t } = useLingui();
  const words = useWords();
  const client = useQueryClient();
  const original = role ? words({ id: role.name }) : "";
  const draft = useDraft(roles.list.path, `${what} ${role?.id ?? ""}`);
  const { form, root, input, refuse } = useFieldsForm(
    roleInput,
    what === "edit" && role ? role : what === "copy" ? { name: t`${original} (copy)`, description: null } : null,
    { kept: draft.kept?.values ?? null, onChange: (values) => draft.keep({ version: null, values }) },
  );
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = input();
    if (!typed || isBusy) return;
    setIsBusy(true);
    try {
      const named = roleInput.parse(typed);
      const permissions = role?.permissions ?? ["CAN_VIEW"];
      const saved =
        what === "edit" && role
          ? await call(roles.update, { id: role.id, body: { ...named, permissions, version: role.version } })
          : await call(roles.create, { body: { ...named, permissions } });
      toastDone(what === "edit" ? t`Updated successfully` : t`Saved successfully`);
      await client.invalidateQueries({ queryKey: [roles.list.path] });
      draft.forget();
      onMade(saved);
      onClose();
    } catch (error) {
      const refused = asProblem(error);
      refuse(refused.fields ?? {});
      setProblem(refused.fields || refused.isSilent ? null : refused);
    } finally {
      setIsBusy(false);
    }
  };
  const title = {
    new: <Trans>New role</Trans>,
    copy: <Trans>Copy of {original}</Trans>,
    edit: <Trans>Rename {original}</Trans>,
  }[what];
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Fields as="form" ref={root} noValidate onKeyDown={handleFormKeys} onSubmit={(event) => void submit(event)}>
        {what === "new" && (
          <p>
            <Trans>
              It starts with opening the console and nothing else. Tick what it may do in its column, then give it to
              people.
            </Trans>
          </p>
        )}
        {what === "copy" && (
          <p>
            <Trans>It starts with everything that {original} holds, and with nobody.</Trans>
          </p>
        )}
        {draft.kept && <DraftNote />}
        {problem && <Note icon={problem.status === 409 ? "warn" : "bad"}>{problem.message}</Note>}
        <FormScope value={{ form, schema: roleInput, prefix: "" }}>
          <Field.Text name="name" autoFocus />
          <Field.Text name="description" label={msg`What it is for`} />
        </FormScope>
        <Actions>
          <Button variant="default" onClick={() => (draft.forget(), onClose())}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isBusy}>
            {what === "edit" ? <Trans>Save</Trans> : <Trans>Create role</Trans>}
          </Button>
        </Actions>
      </Fields>
    </Dialog>
  );
}
