import { ActionIcon, Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inSentence, useWords, type Label } from "#web/ui/values/labels.ts";
import type { FieldProps } from "./frame.tsx";
import { FormScope, useField, useFormScope } from "../scope.ts";
import { rowToForm, type FormRow } from "./values.ts";
import styles from "../form.module.css";

export interface LinesProps<Name extends string, RowFields> extends Pick<FieldProps<Name>, "name" | "label" | "help"> {
  /** What one row is called: "Add {one}". */
  one: Label;
  /** The fields of one row: `{(Row) => <Row.Text name="name" />}`. */
  children: (row: RowFields) => ReactNode;
}

/** Small rows inside a form, e.g. contacts or packages: added at the end, removed one by one. */
export function Lines<RowFields>({
  name,
  label = name,
  help,
  one,
  children,
  fields,
}: LinesProps<string, RowFields> & { fields: RowFields }) {
  const { t } = useLingui();
  const words = useWords();
  const { locale, zone } = useFormat();
  const scope = useFormScope();
  const { path, facts: meta, error } = useField(name);
  const row = meta.row;
  if (!row) throw new Error(`${name} has no rows.`);
  const rows = scope.form.getValues()[name] as readonly FormRow[]; // values.ts makes rows of rows
  const what = inSentence(words(one));
  return (
    <fieldset className={styles.lines} aria-describedby={error ? `${path}-error` : undefined}>
      <legend className={styles.legend}>{words(label)}</legend>
      {help && <p className={styles.help}>{help}</p>}
      {rows.map(({ rowKey }, index) => (
        <div key={rowKey} className={styles.line} role="group" aria-label={`${words(one)} ${index + 1}`}>
          <div className={styles.lineFields}>
            <FormScope value={{ ...scope, schema: row, prefix: `${path}.${index}.` }}>{children(fields)}</FormScope>
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t`Remove ${what} ${index + 1}`}
            onClick={() => scope.form.removeListItem(path, index)}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <p id={`${path}-error`} className={styles.linesError}>
          {error}
        </p>
      )}
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => scope.form.insertListItem(path, rowToForm(row, null, { locale, zone }) as never)}
      >
        {" "}
        {/* a row as values.ts makes them */}
        <Trans>Add {what}</Trans>
      </Button>
    </fieldset>
  );
}
