import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { useState, type FormEvent, type ReactNode } from "react";
import type { z } from "zod";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { Note } from "#web/ui/note.tsx";
import { DraftNote, useDraft } from "./draft.tsx";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { Actions, Fields, Stack } from "#web/ui/layout/layout.tsx";
import { AutoFields } from "./fields/auto-fields.tsx";
import type { FormValues } from "./fields/values.ts";
import { handleFormKeys } from "./form-keys.ts";
import { FieldsReady, FormScope } from "./scope.ts";
import { useFieldsForm } from "./use-fields-form.ts";

interface InputDialogProps {
  title: ReactNode;
  verb: string;
  /** What has to be given. */
  schema: z.ZodObject;
  isDangerous?: boolean;
  /** Where what is typed is kept until it is sent, in words of the path of its route and the id of its record; without it, nowhere. */
  draft?: readonly [path: string, id: string];
  /** The consequence, above the fields. */
  children?: ReactNode;
  /** The fields, where the schema alone does not say how they are chosen. */
  fields?: ReactNode;
  onSubmit: (input: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}

/** Asks for what a step needs, e.g. a reason, and says what was refused. */
export function InputDialog({
  title,
  verb,
  schema,
  draft: [path, id] = ["", ""],
  children,
  fields,
  onSubmit,
  onClose,
  ...look
}: InputDialogProps) {
  const draft = useDraft(path, id);
  const kept = path === "" ? null : (draft.kept?.values ?? null);
  const keep = (values: FormValues) => path !== "" && draft.keep({ version: null, values });
  const { form, root, changed, input: judge, refuse } = useFieldsForm(schema, null, { kept, onChange: keep });
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const send = async () => {
    const input = judge();
    if (!input || isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await onSubmit(input);
      draft.forget();
      onClose();
    } catch (error) {
      const refused = asProblem(error);
      refuse(refused.fields ?? {});
      const isShown = Object.keys(refused.fields ?? {}).some((path) => (path.split(".")[0] ?? "") in schema.shape);
      if (!isShown && !refused.isSilent) setProblem(refused);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Stack as="form" gap={18} ref={root} noValidate onKeyDown={handleFormKeys} onSubmit={submit}>
        <Fields>
          {children}
          {kept && changed.length > 0 && <DraftNote />}
          {problem && (
            <Note icon={problem.status === 409 ? "warn" : "bad"}>
              {Object.values(problem.fields ?? {}).join(" ") || problem.message}
            </Note>
          )}
          <FormScope value={{ form, schema, prefix: "" }}>
            {fields ?? <AutoFields schema={schema} />}
            <FieldsReady onReady={() => setReady(true)} />
          </FormScope>
        </Fields>
        <Actions>
          <Button variant="default" onClick={() => (draft.forget(), onClose())}>
            <Trans>Keep as it is</Trans>
          </Button>
          <Button type="submit" disabled={!isReady} loading={isBusy} {...(look.isDangerous ? { color: "red" } : {})}>
            {verb}
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  );
}
