import { useForm } from "@mantine/form";
import { useLingui } from "@lingui/react";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { Sentence } from "#shared/contract/problem.ts";
import { fieldsOfIssues } from "#shared/contract/sentences.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { changedNames, fromForm, toForm, type FormValues } from "./fields/values.ts";

interface Options {
  /** What was typed before and never saved. */
  kept?: FormValues | null;
  onChange?: (values: FormValues) => void;
}

/** A form of the kit: judged by its schema, counting what changed, moving the focus to the first field that needs attention. */
export function useFieldsForm(schema: z.ZodObject, record: object | null, { kept = null, onChange }: Options = {}) {
  const { i18n } = useLingui();
  const words = useWords();
  const { locale, zone } = useFormat();
  const writing = { locale, zone };
  const root = useRef<HTMLFormElement>(null);
  const wantsFocus = useRef(false);
  const [start] = useState(() => toForm(schema, record, writing));
  /** What is saved: everything that differs from it counts as changed. */
  const base = useRef(start);
  const [first] = useState<FormValues>(() => ({ ...start, ...kept }));
  const [changed, setChanged] = useState<readonly string[]>(() => changedNames(schema, start, first, writing));

  const judge = (values: FormValues): Record<string, string> => {
    const { error } = schema.safeParse(fromForm(schema, values, writing));
    const fields = Object.entries(fieldsOfIssues(error?.issues ?? []));
    const said = (part: unknown) => (Array.isArray(part) ? part.map(words).join(", ") : part); // a list is of names
    const told = ({ message, values: parts = {} }: Sentence) =>
      i18n._(message, Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, said(part)])));
    return Object.fromEntries(fields.map(([path, sentence]) => [path, told(sentence)]));
  };
  const count = (values: FormValues) => {
    const names = changedNames(schema, base.current, values, writing);
    setChanged((before) => (before.join() === names.join() ? before : names));
    onChange?.(values);
  };
  const form = useForm<FormValues>({
    mode: "uncontrolled",
    initialValues: first,
    validate: judge,
    onValuesChange: count,
  });

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    root.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [form.errors]);

  return {
    form,
    root,
    changed,
    /** The contract's input, if the schema takes it; else each field says what is wrong, and the first has the focus. */
    input(): Record<string, unknown> | null {
      wantsFocus.current = true;
      if (form.validate().hasErrors) return null;
      wantsFocus.current = false;
      return fromForm(schema, form.getValues(), writing);
    },
    /** The contract's input as it stands, whether the schema takes it or not. */
    typed: () => fromForm(schema, form.getValues(), writing),
    /** Sentences of the server, by path. */
    refuse(fields: Readonly<Record<string, string>>) {
      wantsFocus.current = true;
      form.setErrors({ ...fields });
    },
    /** Starts again from a record as it is saved now; what was changed stays on top of it, or goes. */
    restart(next: object | null, { keepsChanges }: { keepsChanges: boolean }) {
      base.current = toForm(schema, next, writing);
      const mine = keepsChanges ? Object.fromEntries(changed.map((name) => [name, form.getValues()[name] ?? ""])) : {};
      form.setValues({ ...base.current, ...mine });
      form.clearErrors();
    },
  };
}
