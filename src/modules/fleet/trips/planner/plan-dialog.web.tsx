import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { useState, type FormEvent, type ReactNode } from "react";
import type { z } from "zod";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { FieldsReady, FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { Actions, Fields, Stack } from "#web/ui/layout/layout.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";

interface PlanDialogProps<S extends z.ZodObject> {
  title: ReactNode;
  schema: S;
  /** Where what is typed is kept until it is taken over: which part of which plan. */
  draft: readonly [path: string, id: string];
  /** What stands there now; null begins anew. */
  record: object | null;
  fields: ReactNode;
  /** What is wrong with it as a whole, by the field where it is said. */
  refuse?: (input: z.output<S>) => Readonly<Record<string, string>> | null;
  onTake: (input: z.output<S>) => void;
  onClose: () => void;
}

/** Asks for facts of the plan, and writes nothing: they are saved with it. */
export function PlanDialog<S extends z.ZodObject>(props: PlanDialogProps<S>) {
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose}>
      <Facts {...props} />
    </Dialog>
  );
}

function Facts<S extends z.ZodObject>({ schema, draft: [path, id], record, fields, ...asked }: PlanDialogProps<S>) {
  const { refuse, onTake, onClose } = asked;
  const draft = useDraft(path, id);
  const {
    form,
    root,
    input: judge,
    refuse: say,
  } = useFieldsForm(schema, record, {
    kept: draft.kept?.values ?? null,
    onChange: (values) => draft.keep({ version: null, values }),
  });
  const [isReady, setReady] = useState(false);
  const take = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const input = judge();
    if (!input) return;
    const taken = schema.parse(input);
    const wrong = refuse?.(taken);
    if (wrong) return say(wrong);
    draft.forget();
    onTake(taken);
    onClose();
  };
  return (
    <Stack as="form" gap={18} ref={root} noValidate onKeyDown={handleFormKeys} onSubmit={take}>
      <Fields>
        {draft.kept && <DraftNote />}
        <FormScope value={{ form, schema, prefix: "" }}>
          {fields}
          <FieldsReady onReady={() => setReady(true)} />
        </FormScope>
      </Fields>
      <Actions>
        <Button variant="default" onClick={() => (draft.forget(), onClose())}>
          <Trans>Keep as it is</Trans>
        </Button>
        <Button type="submit" disabled={!isReady}>
          <Trans>Take over</Trans>
        </Button>
      </Actions>
    </Stack>
  );
}
