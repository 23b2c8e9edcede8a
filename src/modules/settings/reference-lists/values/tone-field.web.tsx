import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { useWords } from "#web/ui/values/labels.ts";
import type { ReferenceValue } from "../reference-lists.contract.ts";
import { colours, ValueChip } from "./value-chip.web.tsx";
import styles from "./value-form.module.css";

interface ToneFieldProps {
  value: ReferenceValue["color"];
  onChange: (color: ReferenceValue["color"]) => void;
}

/** Chooses a colour by the chips they make. */
export function ToneField({ value, onChange }: ToneFieldProps) {
  const words = useWords();
  const name = useId();
  return (
    <fieldset className={styles.tones}>
      <legend>
        <Trans>Colour</Trans>
      </legend>
      {colours.map(([color, label]) => (
        <label key={color ?? "plain"}>
          <input type="radio" name={name} checked={color === value} onChange={() => onChange(color)} />
          <ValueChip label={words(label)} color={color} />
        </label>
      ))}
    </fieldset>
  );
}
