import { Button } from "@mantine/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState, type ComponentType, type FormEvent } from "react";
import { newKey } from "#web/api/new-key.ts";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { Note } from "#web/ui/note.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import type { RecordOf, Resource, Saved } from "#web/list/data/resource.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { DraftNote, useDraft } from "./draft.tsx";
import type { FormValues } from "./fields/values.ts";
import { handleFormKeys } from "./form-keys.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { FormScope } from "./scope.ts";
import { StaleNote, type Difference } from "./stale-note.tsx";
import { useFieldsForm } from "./use-fields-form.ts";
import { useSave } from "./use-save.ts";
import styles from "./form.module.css";

interface RecordFormProps<R extends Resource> {
  of: R;
  naming: Naming;
  /** The fields, built with `fieldsOf`. */
  form: ComponentType;
  /** The record to change; null writes a new one. */
  record: RecordOf<R> | null;
  /** What a new one has from the start. */
  start?: object;
  onSaved: (record: RecordOf<R>) => void;
  onCancel: () => void;
}

/** The one form of an entity, for a new record and for a change: saves, explains what was refused, and loses nothing that was typed. */
export function RecordForm<R extends Resource>(props: RecordFormProps<R>) {
  const { of, naming, form: FormFields, record, start, onSaved, onCancel } = props;
  const { t } = useLingui();
  const words = useWords();
  const schema = record ? of.update?.body.omit({ version: true }) : of.create?.body;
  if (!schema) throw new Error(`${of.list.path} cannot be written.`);
  const draft = useDraft(of.list.path, record?.id ?? null);
  const keep = (values: FormValues) => draft.keep({ version: base.version, values });
  const kept = draft.kept?.values ?? null;
  const typing = useFieldsForm(schema, record ?? start ?? null, { kept, onChange: keep });
  const { form, root, changed, typed, refuse } = typing;
  const save = useSave(of);
  const key = useRef(newKey());
  const isDone = useRef(false);
  const [base, setBase] = useState<{ id: string; version: number }>({
    id: record?.id ?? "",
    version: draft.kept?.version ?? record?.version ?? 0,
  });
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [stale, setStale] = useState<{ current: Saved; differences: readonly Difference[] } | null>(null);

  const count = changed.length;
  const one = words(naming.one);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = typing.input();
    if (!input || save.isPending) return;
    setProblem(null);
    try {
      const saved = await save.mutateAsync({ record: record && base, input, idempotencyKey: key.current });
      isDone.current = true;
      draft.forget();
      toastDone(record ? t`Updated successfully` : t`Saved successfully`);
      onSaved(saved);
    } catch (error) {
      const refused = asProblem(error);
      const current = currentOf(refused);
      setProblem(refused);
      setStale(current && { current, differences: differencesOf(typed(), current, changed) });
      refuse(refused.fields ?? {});
      // Without an answer it may have been written: the same key again writes once. A refusal wrote nothing.
      if (refused.status !== 0) key.current = newKey();
    }
  };
  const restart = (next: Saved | null, keepsChanges: boolean) => {
    typing.restart(next, { keepsChanges });
    if (next) setBase(next);
    if (!keepsChanges) draft.forget();
    setProblem(null);
    setStale(null);
  };

  return (
    <form
      ref={root}
      className={styles.form}
      noValidate
      aria-label={record ? t`Edit ${one}` : t`New ${one}`}
      onKeyDown={handleFormKeys}
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles.scroll}>
        <div className={styles.notes}>
          {kept && count > 0 && !problem && <DraftNote />}
          {stale && (
            <StaleNote
              differences={stale.differences}
              onKeepMine={() => restart(stale.current, true)}
              onTakeTheirs={() => restart(stale.current, false)}
            />
          )}
          {problem && !stale && !problem.isSilent && <Refused problem={problem} />}
        </div>
        <FormScope value={{ form, schema, prefix: "" }}>
          <div className={styles.fields}>
            <FormFields />
          </div>
        </FormScope>
      </div>
      <div className={styles.foot}>
        {count > 0 && record ? (
          <>
            <span className={styles.unsaved} role="status">
              <Glyph icon="live" /> <Plural value={count} one="# change not saved" other="# changes not saved" />
            </span>
            <Button variant="default" onClick={() => restart(record, false)}>
              <Trans>Discard</Trans>
            </Button>
          </>
        ) : (
          <>
            <span className={styles.unsaved} />
            <Button variant="default" onClick={onCancel}>
              {record ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
            </Button>
          </>
        )}
        {(!record || count > 0) && (
          <Button type="submit" loading={save.isPending} disabled={stale !== null}>
            {record ? <Plural value={count} one="Save # change" other="Save # changes" /> : <Trans>Create {one}</Trans>}
          </Button>
        )}
      </div>
      <LeaveGuard count={count} isUnsaved={() => count > 0 && !isDone.current} onDiscard={draft.forget} />
    </form>
  );
}

/** What was refused, unless the fields say all of it themselves; with the sentences for fields that this form does not show. */
function Refused({ problem }: { problem: WebProblem }) {
  const isShown = (path: string) => document.querySelector(`[data-path="${CSS.escape(path)}"]`) !== null;
  const fields = Object.entries(problem.fields ?? {});
  const others = fields.filter(([path]) => !isShown(path));
  if (fields.length > 0 && others.length === 0) return null;
  return (
    <Note icon="bad" isUrgent>
      {problem.message} {problem.status === 0 && <Trans>Your edit is kept.</Trans>}
      {others.map(([path, sentence]) => (
        <div key={path}>{sentence}</div>
      ))}
    </Note>
  );
}

/** A stale write is answered with the record as it is now. */
function currentOf(problem: WebProblem): Saved | null {
  return problem.code === "stale_version"
    ? ((problem.details as { current?: Saved } | undefined)?.current ?? null)
    : null; // the server's `stale()`
}

function differencesOf(mine: Record<string, unknown>, current: Saved, changed: readonly string[]): Difference[] {
  const text = (value: unknown) =>
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  return changed
    .map((name) => ({ name, mine: text(mine[name]), theirs: text(Reflect.get(current, name)) }))
    .filter(({ mine: one, theirs }) => one !== theirs);
}
