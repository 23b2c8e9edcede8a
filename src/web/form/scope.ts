import type { UseFormReturnType } from "@mantine/form";
import { createContext, createElement, use, useEffect, type ReactNode } from "react";
import type { z } from "zod";
import { LazyBoundary } from "../api/lazy-boundary.tsx";
import { fieldMetaOf } from "./fields/field-meta.ts";
import type { FormValues } from "./fields/values.ts";
import styles from "./form.module.css";

export interface Scope {
  readonly form: UseFormReturnType<FormValues>;
  /** What the fields in here belong to: the record, or one row of it. */
  readonly schema: z.ZodObject;
  /** The path of the row in the form, e.g. `contacts.0.`. */
  readonly prefix: string;
}

const ScopeContext = createContext<Scope | null>(null);

/** Says which form the fields inside belong to, and holds their place until their code is there. */
export function FormScope({ value, children }: { value: Scope; children: ReactNode }) {
  const fallback = createElement("div", { className: styles["waiting"] });
  return createElement(ScopeContext, { value }, createElement(LazyBoundary, { fallback }, children));
}

/** Says, among the fields of a form, that they stand: before that there is nothing to send. */
export function FieldsReady({ onReady }: { onReady: () => void }) {
  useEffect(onReady);
  return null;
}

/** The form around, for a field that shows something else than the kit's fields do. */
export function useFormScope(): Scope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error("A field stands outside of a form.");
  return scope;
}

/** One field of the form around: its path, what its schema says, and what a Mantine input needs. */
export function useField(name: string) {
  const { form, schema, prefix } = useFormScope();
  const path = prefix + name;
  const { defaultValue, error, ...handlers } = form.getInputProps(path);
  return {
    path,
    facts: fieldMetaOf(schema, name),
    /** Compulsory on uncontrolled inputs: it changes when the form puts another value there. */
    key: form.key(path),
    start: defaultValue as FormValues[string] | undefined, // what values.ts put there
    error: error as string | undefined, // sentences come from the kit and the server
    handlers,
    set: (value: FormValues[string]) => form.setFieldValue(path, value as never, { forceUpdate: false }), // as above
  };
}
