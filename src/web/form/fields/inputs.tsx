import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Checkbox, Switch, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { DateInput, WallTimeInput, type DateInputProps } from "#web/ui/inputs/date-input.tsx";
import { statusStyleOf, type StatusStyles } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { Choice, useFrame, type FieldProps } from "./frame.tsx";
import { Lines, type LinesProps } from "./lines-field.tsx";
import { Listed, Reference } from "./reference-field.tsx";
import styles from "../form.module.css";

export interface TextProps<Name extends string> extends FieldProps<Name> {
  /** Shown inside the field at its end: "kg", "days". */
  unit?: string | undefined;
}

export interface ChoiceProps<Name extends string, Value extends string> extends FieldProps<Name> {
  /** The looks whose words name the values. */
  statusStyles?: StatusStyles<Value>;
}

/** The fields themselves; they arrive with the first form. */
export const inputs = {
  Text: (props: TextProps<string>) => <InputOf {...props} />,
  // Not type="email": the browser would judge before the schema does, in other words.
  Email: (props: FieldProps) => <InputOf {...props} inputMode="email" autoComplete="email" />,
  Phone: (props: FieldProps) => <InputOf {...props} type="tel" inputMode="tel" />,
  Number: (props: TextProps<string>) => <InputOf {...props} inputMode="numeric" />,
  Decimal: (props: TextProps<string>) => <InputOf {...props} inputMode="decimal" />,
  Date: DateField,
  Moment: MomentField,
  Textarea: TextareaField,
  Switch: SwitchField,
  Select: SelectField,
  Words: MultiSelectField,
  Listed,
  Reference,
  Lines: (props: LinesProps<string, unknown>) => <Lines {...props} fields={inputs} />,
};

function InputOf({
  unit,
  inputMode,
  type,
  autoComplete,
  ...props
}: TextProps<string> & Pick<TextInputProps, "inputMode" | "type" | "autoComplete">) {
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

function MomentField({ help, ...props }: FieldProps) {
  const { zone } = useFormat();
  const { field, frame } = useFrame({ ...props, help: help ?? zone.replaceAll("_", " ") });
  return <Kept key={field.key} input={WallTimeInput} frame={frame} field={field} />;
}

function DateField(props: FieldProps) {
  const { field, frame } = useFrame(props);
  return <Kept key={field.key} input={DateInput} frame={frame} field={field} />;
}

/** A date that keeps its own value, as the other inputs do. */
function Kept({
  input: Input,
  frame,
  field,
}: ReturnType<typeof useFrame> & { input: (props: DateInputProps) => ReactNode }) {
  const [value, setValue] = useState(String(field.start ?? ""));
  return (
    <Input
      {...frame}
      data-path={field.path}
      value={value}
      onChange={(next) => {
        setValue(next);
        field.set(next);
      }}
    />
  );
}

function TextareaField(props: FieldProps) {
  const { field, frame } = useFrame(props);
  return (
    <Textarea
      key={field.key}
      {...frame}
      {...field.handlers}
      autosize
      minRows={3}
      maxRows={10}
      {...(field.facts.maxLength ? { maxLength: field.facts.maxLength } : {})}
      defaultValue={String(field.start ?? "")}
    />
  );
}

function SwitchField(props: FieldProps) {
  const { field, frame } = useFrame(props);
  const { "aria-required": _, ...rest } = frame; // a switch is never left empty
  return <Switch key={field.key} {...rest} {...field.handlers} defaultChecked={field.start === true} />;
}

function SelectField({ statusStyles, ...props }: ChoiceProps<string, string>) {
  const words = useWords();
  const { field, frame } = useFrame(props);
  const data = field.facts.options.map((value) => ({
    value,
    label: words(statusStyles ? statusStyleOf(statusStyles, value).label : value),
  }));
  return (
    <Choice
      key={field.key}
      frame={frame}
      start={String(field.start ?? "")}
      isOptional={field.facts.isOptional}
      data={data}
      path={field.path}
      onChoose={field.set}
    />
  );
}

function MultiSelectField(props: FieldProps) {
  const words = useWords();
  const { field, frame } = useFrame(props);
  const { options } = field.facts;
  const { "aria-required": _, ...rest } = frame; // none is an answer too
  return (
    <Checkbox.Group
      key={field.key}
      {...rest}
      data-path={field.path}
      defaultValue={String(field.start ?? "").split(",")}
      onChange={(chosen) => field.set(options.filter((word) => chosen.includes(word)).join(","))}
    >
      <div className={styles.ticks}>
        {options.map((word) => (
          <Checkbox key={word} value={word} label={words(word)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
