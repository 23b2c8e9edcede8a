import { Switch } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { activity, StateChip } from "#web/ui/status/chip.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Opener, Text } from "#web/ui/layout/text.tsx";
import type { ReferenceValue } from "../reference-lists.contract.ts";
import type { ValueChanges } from "./use-value-changes.web.ts";
import { ValueChip } from "./value-chip.web.tsx";
import { ValueMenu } from "./value-menu.web.tsx";
import { ValueOrder } from "./value-order.web.tsx";
import styles from "../reference-lists.module.css";

interface ValueRowProps {
  value: ReferenceValue;
  /** Its place in the whole list, from 0; without one it cannot be moved now. */
  at: number | undefined;
  last: number;
  isOwn: boolean;
  mayEdit: boolean;
  changes: ValueChanges;
  onEdit: () => void;
}

/** One value: its place, how it looks, its code, and whether it can be chosen. */
export function ValueRow({ value, at, last, isOwn, mayEdit, changes, onEdit }: ValueRowProps) {
  const { t } = useLingui();
  const words = useWords();
  const name = words({ id: value.label });
  return (
    <tr className={value.isActive ? undefined : styles.off}>
      {isOwn && mayEdit && (
        <td>
          {at !== undefined && <ValueOrder name={name} at={at} last={last} onMove={(to) => changes.move(value, to)} />}
        </td>
      )}
      <td data-grows>
        {mayEdit ? (
          <Opener onClick={onEdit}>
            <ValueChip {...value} />
          </Opener>
        ) : (
          <ValueChip {...value} />
        )}
      </td>
      <td data-desk>
        <Code>{value.code}</Code>
      </td>
      {isOwn ? (
        <td>
          {mayEdit ? (
            <Switch
              size="xs"
              checked={value.isActive}
              aria-label={t`${name} can be chosen`}
              onChange={() => changes.turn(value)}
            />
          ) : (
            <StateChip statusStyles={activity} state={value.isActive ? "active" : "inactive"} inTable />
          )}
        </td>
      ) : (
        <>
          <td data-desk>{value.id === null ? <Nothing /> : words(value.code)}</td>
          <td data-desk>
            {value.group ? words(value.group) : <Nothing />}
            {value.isTerminal && (
              <Text tone="dim" size="small">
                {" "}
                <Trans>final</Trans>
              </Text>
            )}
          </td>
        </>
      )}
      {mayEdit && (
        <td data-align="end">
          <ValueMenu value={value} name={name} at={at} last={last} isOwn={isOwn} changes={changes} onEdit={onEdit} />
        </td>
      )}
    </tr>
  );
}
