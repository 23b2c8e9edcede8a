import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import type { z } from "zod";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { Note } from "#web/ui/note.tsx";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { LeaveGuard } from "#web/form/leave-guard.tsx";
import { FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { Screen, ScreenBody, ScreenFoot } from "#web/ui/layout/screen.tsx";
import { Fields } from "#web/ui/layout/layout.tsx";

interface PersonFormProps {
  schema: z.ZodObject;
  record: object | null;
  /** Where what is typed is kept until it is saved: the path of the route, whose record it is, and its version. */
  draft: { path: string; id: string | null; version: number | null };
  label: string;
  verb: string;
  /** What stands above the fields and is no part of the form. */
  above?: ReactNode;
  children: ReactNode;
  /** With the version that was changed, where what is typed was kept from before. */
  onSave: (input: Record<string, unknown>, keptVersion: number | null) => Promise<void>;
  onCancel: () => void;
}

/** The fields of a person and the buttons under them; what is refused stands where it belongs, and what is typed is not lost unasked. */
export function PersonForm(props: PersonFormProps) {
  const { schema, record, label, verb, above, children, onSave, onCancel } = props;
  const draft = useDraft(props.draft.path, props.draft.id);
  const keptVersion = draft.kept?.version ?? null;
  const {
    root,
    form,
    changed,
    input: judged,
    refuse,
  } = useFieldsForm(schema, record, {
    kept: draft.kept?.values ?? null,
    onChange: (values) => draft.keep({ version: keptVersion ?? props.draft.version, values }),
  });
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isSaving = useRef(false);
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = judged();
    if (!input || isBusy) return;
    setIsBusy(true);
    setProblem(null);
    isSaving.current = true;
    try {
      await onSave(input, keptVersion);
      draft.forget();
    } catch (error) {
      isSaving.current = false;
      const refused = asProblem(error);
      refuse(refused.fields ?? {});
      if (!refused.fields && !refused.isSilent) setProblem(refused);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Screen>
      <ScreenBody>
        {above}
        <Fields
          as="form"
          ref={root}
          id={id}
          noValidate
          aria-label={label}
          onKeyDown={handleFormKeys}
          onSubmit={(event) => void submit(event)}
        >
          {draft.kept && changed.length > 0 && !problem && <DraftNote />}
          {problem && <Note icon={problem.status === 409 ? "warn" : "bad"}>{problem.message}</Note>}
          <FormScope value={{ form, schema, prefix: "" }}>{children}</FormScope>
        </Fields>
      </ScreenBody>
      <LeaveGuard
        count={changed.length}
        isUnsaved={() => changed.length > 0 && !isSaving.current}
        onDiscard={draft.forget}
      />
      <ScreenFoot>
        <Button variant="default" onClick={onCancel}>
          {record ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {(record === null || changed.length > 0) && (
          <Button type="submit" form={id} loading={isBusy}>
            {verb}
          </Button>
        )}
      </ScreenFoot>
    </Screen>
  );
}
