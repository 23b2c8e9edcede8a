import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { Code } from "#web/ui/values/values.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { reloadUser } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Actions, Fields } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { dataSchema, referenceInput, referenceLists, type ReferenceValue } from "../reference-lists.contract.ts";
import { DataFields } from "./data-fields.web.tsx";
import { ToneField } from "./tone-field.web.tsx";
import { listsKey, type List } from "../use-lists.web.ts";

const newSchema = referenceInput.pick({ label: true, code: true });
const oldSchema = referenceInput.pick({ label: true });
const Field = fieldsOf(newSchema);

interface ValueFormProps {
  list: List;
  /** The value to change; null writes a new one. */
  value: ReferenceValue | null;
  onClose: () => void;
}

/** How a value is called and in which colour it is shown; its code is given once. */
export function ValueForm({ list: { list, isEditable }, value, onClose }: ValueFormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const facts = dataSchema(list);
  const schema = (value ? oldSchema : newSchema).extend(facts?.shape ?? {});
  const draft = useDraft(referenceLists.create.path, `${list} ${value?.code ?? "new"}`);
  const kept = draft.kept?.values ?? null;
  const { form, root, changed, input, refuse } = useFieldsForm(schema, value && { ...value, ...value.data }, {
    kept,
    onChange: (values) => draft.keep({ version: null, values }),
  });
  const [color, setColor] = useState(value?.color ?? null);
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = (typed: Record<string, unknown>) => {
    const { label, code = "" } = newSchema.partial({ code: true }).parse(typed);
    const data = facts?.parse(typed) as ReferenceValue["data"]; // texts, numbers and null, as each list's schema has it
    if (!value) return call(referenceLists.create, { params: { list }, body: { code, label, color, data } });
    if (!isEditable)
      return call(referenceLists.nameState, { params: { list, code: value.code }, body: { label, color } });
    return call(referenceLists.update, {
      params: { list, id: value.id ?? "" },
      body: { label, color, data, isActive: value.isActive, version: value.version ?? 0 },
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = input();
    if (!typed || isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await save(typed);
      await Promise.all([
        client.invalidateQueries({ queryKey: listsKey }),
        client.invalidateQueries({ queryKey: ["list", list] }),
      ]);
      if (!isEditable) await reloadUser(); // chips read the names from there
      draft.forget();
      toastDone(value ? t`Updated successfully` : t`Saved successfully`);
      onClose();
    } catch (error) {
      const refused = asProblem(error);
      refuse(refused.fields ?? {});
      setProblem(refused.fields || refused.isSilent ? null : refused);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={value ? <Trans>Edit {value.label}</Trans> : <Trans>New value</Trans>} isOpen onClose={onClose}>
      <Fields as="form" ref={root} noValidate onKeyDown={handleFormKeys} onSubmit={(event) => void submit(event)}>
        {value && (
          <Text as="p" tone="dim" size="small">
            <Trans>Code</Trans> <Code>{value.code}</Code>
          </Text>
        )}
        {kept && changed.length > 0 && <DraftNote />}
        {problem && <Note icon={problem.status === 409 ? "warn" : "bad"}>{problem.message}</Note>}
        <FormScope value={{ form, schema, prefix: "" }}>
          <Field.Text name="label" autoFocus />
          {!value && (
            <Field.Text
              name="code"
              help={
                list === "quantity_types" ? (
                  <Trans>
                    UNECE Recommendation 20, like KGM; packages with an X before them, like XBX. It stays as it is.
                  </Trans>
                ) : (
                  <Trans>What files and programs call it. It stays as it is.</Trans>
                )
              }
            />
          )}
          <DataFields list={list} />
        </FormScope>
        <ToneField value={color} onChange={setColor} />
        <Actions>
          <Button variant="default" onClick={() => (draft.forget(), onClose())}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isBusy}>
            {value ? <Trans>Save</Trans> : <Trans>Add value</Trans>}
          </Button>
        </Actions>
      </Fields>
    </Dialog>
  );
}
