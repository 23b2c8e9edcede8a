import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { Toolbar } from "#web/ui/layout/screen.tsx";
import type { ReferenceValue } from "../reference-lists.contract.ts";
import type { List } from "../use-lists.web.ts";
import { useValueChanges } from "./use-value-changes.web.ts";
import { ValueRow } from "./value-row.web.tsx";

interface ValueTableProps {
  list: List;
  values: readonly ReferenceValue[];
  /** Those that were looked for. */
  shown: readonly ReferenceValue[];
  mayEdit: boolean;
  onEdit: (value: ReferenceValue) => void;
}

/** The values of a list in their order. */
export function ValueTable({ list, values, shown, mayEdit, onEdit }: ValueTableProps) {
  const words = useWords();
  const changes = useValueChanges(list.list);
  const { refused } = changes;
  const isOwn = list.isEditable;
  const isWhole = shown.length === values.length;
  const label = refused ? words({ id: refused.value.label }) : "";
  return (
    <>
      {refused && (
        <Toolbar>
          <Note
            icon="warn"
            actions={
              <>
                {refused.value.isActive && (
                  <Button variant="default" onClick={() => changes.turn(refused.value)}>
                    <Trans>Switch {label} off</Trans>
                  </Button>
                )}
                <Button variant="subtle" color="gray" onClick={changes.forgetRefusal}>
                  <Trans>Close</Trans>
                </Button>
              </>
            }
          >
            <b>
              <Trans>{label} stays.</Trans>
            </b>{" "}
            {refused.message}
          </Note>
        </Toolbar>
      )}
      <Table label={words({ id: list.title })} place="fills">
        <thead>
          <tr>
            {isOwn && mayEdit && (
              <th scope="col">
                <Trans>Order</Trans>
              </th>
            )}
            <th scope="col">{isOwn ? <Trans>Shown as</Trans> : <Trans>Name</Trans>}</th>
            <th scope="col" data-desk>
              <Trans>Code</Trans>
            </th>
            {isOwn ? (
              <th scope="col">
                <Trans>Can be chosen</Trans>
              </th>
            ) : (
              <>
                <th scope="col" data-desk>
                  <Trans>The product says</Trans>
                </th>
                <th scope="col" data-desk>
                  <Trans>Stage</Trans>
                </th>
              </>
            )}
            {mayEdit && <td data-align="end" />}
          </tr>
        </thead>
        <tbody>
          {shown.map((value) => (
            <ValueRow
              key={value.code}
              value={value}
              at={isWhole && isOwn ? values.indexOf(value) : undefined}
              last={values.length - 1}
              isOwn={isOwn}
              mayEdit={mayEdit}
              changes={changes}
              onEdit={() => onEdit(value)}
            />
          ))}
        </tbody>
      </Table>
    </>
  );
}
