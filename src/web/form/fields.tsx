import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Select, Switch, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import type { z } from "zod";
import { Glyph } from "#web/blocks/glyph.tsx";
import { lookOf, type Looks } from "#web/blocks/chip.tsx";
import { useWords, type Label } from "#web/blocks/words.ts";
import type { FieldOf } from "#web/list/columns.tsx";
import type { RecordOf, Resource } from "#web/list/resource.ts";
import { useField } from "./scope.ts";
import { Lines, type LinesProps } from "./lines-field.tsx";
import { Listed, Reference, type ReferenceProps } from "./reference-field.tsx";
import styles from "./form.module.css";

export interface FieldProps<Name extends string = string> {
  name: Name;
  label?: Label;
  /** A grey line under the label. */
  help?: ReactNode;
  autoFocus?: boolean;
  disabled?: boolean;
}

interface TextProps<Name extends string> extends FieldProps<Name> {
  /** Shown inside the field at its end: "kg", "days". */
  unit?: string | undefined;
}

interface ChoiceProps<Name extends string, Value extends string> extends FieldProps<Name> {
  /** The looks whose words name the values. */
  looks?: Looks<Value>;
}

type Row<V, K extends keyof V> = V[K] extends readonly (infer R extends object)[] | null | undefined ? R : never;
type RowsName<V> = { [K in keyof V]-?: NonNullable<V[K]> extends readonly object[] ? K : never }[keyof V] & string;

/** The fields of a form, by what they hold; a name that the schema lacks, or of another kind, does not compile. */
export interface Fields<V extends object> {
  Text(props: TextProps<FieldOf<V, string>>): ReactNode;
  Email(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Phone(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Textarea(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Number(props: TextProps<FieldOf<V, number>>): ReactNode;
  Decimal(props: TextProps<FieldOf<V, string>>): ReactNode;
  Date(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Switch(props: FieldProps<FieldOf<V, boolean>>): ReactNode;
  Select<K extends FieldOf<V, string>>(props: ChoiceProps<K, NonNullable<V[K]> & string>): ReactNode;
  /** One value of a list that the schema names: currencies, time zones, a reference list. */
  Listed(props: FieldProps<FieldOf<V, string>>): ReactNode;
  /** A record of another entity, found by search. */
  Reference<R extends Resource>(props: ReferenceProps<R, FieldOf<V, string>, FieldOf<RecordOf<R>, string>>): ReactNode;
  /** The rows of a nested list, each with its own fields. */
  Lines<K extends RowsName<V>>(props: LinesProps<K, Fields<Row<V, K>>>): ReactNode;
}

/**
 * The fields of an input: `const Field = fieldsOf(vendorInput)`, then `<Field.Text name="name" autoFocus />`. Label,
 * length, choices and whether it is optional come from the schema of the form they stand in.
 */
export function fieldsOf<S extends z.ZodObject>(_schema: S): Fields<z.input<S>> {
  return fields as unknown as Fields<z.input<S>>; // the same components for every schema; only the names differ
}

/** What every Mantine input shows around itself. */
export function useFrame({ name, label = name, help, autoFocus, disabled }: FieldProps) {
  const words = useWords();
  const field = useField(name);
  const isOptional = field.facts.isOptional && field.facts.kind !== "yes";
  return {
    field,
    frame: {
      label: isOptional ? <>{words(label)} <span className={styles.optional}><Trans>optional</Trans></span></> : words(label),
      "aria-required": !isOptional,
      description: help,
      error: field.error && <span className={styles.error}><Glyph shape="bad" size={12} /> {field.error}</span>,
      ...(disabled ? { disabled } : {}),
      ...(autoFocus ? { "data-autofocus": true, autoFocus } : {}),
    },
  };
}

function InputOf({ unit, inputMode, type, autoComplete, ...props }: TextProps<string> & Pick<TextInputProps, "inputMode" | "type" | "autoComplete">) {
  const { field, frame } = useFrame(props);
  return (
    <TextInput
      key={field.key}
      {...frame}
      {...field.handlers}
      {...(unit ? { rightSection: <span className={styles.unit}>{unit}</span>, rightSectionWidth: "auto" } : {})}
      {...(field.facts.maxLength ? { maxLength: field.facts.maxLength } : {})}
      {...(inputMode ? { inputMode } : {})}
      type={type ?? "text"}
      autoComplete={autoComplete ?? "off"}
      defaultValue={String(field.start ?? "")}
    />
  );
}

const fields = {
  Text: (props: TextProps<string>) => <InputOf {...props} />,
  // Not type="email": the browser would judge before the schema does, in other words.
  Email: (props: FieldProps) => <InputOf {...props} inputMode="email" autoComplete="email" />,
  Phone: (props: FieldProps) => <InputOf {...props} type="tel" inputMode="tel" />,
  Number: (props: TextProps<string>) => <InputOf {...props} inputMode="numeric" />,
  Decimal: (props: TextProps<string>) => <InputOf {...props} inputMode="decimal" />,
  Date: (props: FieldProps) => <InputOf {...props} type="date" />,
  Textarea: TextareaField,
  Switch: SwitchField,
  Select: SelectField,
  Listed,
  Reference,
  Lines: (props: LinesProps<string, unknown>) => <Lines {...props} fields={fields} />,
};

function TextareaField(props: FieldProps) {
  const { field, frame } = useFrame(props);
  return <Textarea key={field.key} {...frame} {...field.handlers} autosize minRows={3} maxRows={10} {...(field.facts.maxLength ? { maxLength: field.facts.maxLength } : {})} defaultValue={String(field.start ?? "")} />;
}

function SwitchField(props: FieldProps) {
  const { field, frame } = useFrame(props);
  const { "aria-required": _, ...rest } = frame; // a switch is never left empty
  return <Switch key={field.key} {...rest} {...field.handlers} defaultChecked={field.start === true} />;
}

function SelectField({ looks, ...props }: ChoiceProps<string, string>) {
  const words = useWords();
  const { field, frame } = useFrame(props);
  const data = field.facts.options.map((value) => ({ value, label: words(looks ? lookOf(looks, value).label : value) }));
  return <Choice key={field.key} frame={frame} start={String(field.start ?? "")} isOptional={field.facts.isOptional} data={data} path={field.path} onChoose={field.set} />;
}

export interface ChoiceFieldProps {
  frame: ReturnType<typeof useFrame>["frame"];
  path: string;
  start: string;
  isOptional: boolean;
  data: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

/** A select that keeps its own value, as the other inputs do. */
export function Choice({ frame, path, start, isOptional, data, onChoose }: ChoiceFieldProps) {
  const [value, setValue] = useState<string | null>(start || null);
  return (
    <Select
      {...frame}
      data-path={path}
      data={data}
      value={value}
      searchable={data.length > 8}
      limit={200}
      clearable={isOptional}
      allowDeselect={isOptional}
      comboboxProps={{ shadow: "md", transitionProps: { duration: 120 } }}
      onChange={(next) => {
        setValue(next);
        onChoose(next ?? "");
      }}
    />
  );
}
