import { Trans } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { useField } from "../scope.ts";
import styles from "../form.module.css";

export interface FieldProps<Name extends string = string> {
  name: Name;
  label?: Label;
  /** A grey line under the label. */
  help?: ReactNode;
  autoFocus?: boolean;
  disabled?: boolean;
}

/** What every Mantine input shows around itself. */
export function useFrame({ name, label = name, help, autoFocus, disabled }: FieldProps) {
  const words = useWords();
  const field = useField(name);
  const isOptional = field.facts.isOptional && field.facts.kind !== "yes";
  return {
    field,
    frame: {
      label: isOptional ? (
        <>
          {words(label)}{" "}
          <span className={styles.optional}>
            <Trans>optional</Trans>
          </span>
        </>
      ) : (
        words(label)
      ),
      "aria-required": !isOptional,
      description: help,
      error: field.error && (
        <span className={styles.error}>
          <Glyph icon="bad" size={12} /> {field.error}
        </span>
      ),
      ...(disabled ? { disabled } : {}),
      ...(autoFocus ? { "data-autofocus": true, autoFocus } : {}),
    },
  };
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
    <SelectInput
      {...frame}
      data-path={path}
      data={data}
      value={value}
      clearable={isOptional}
      onChange={(next) => {
        setValue(next);
        onChoose(next ?? "");
      }}
    />
  );
}
