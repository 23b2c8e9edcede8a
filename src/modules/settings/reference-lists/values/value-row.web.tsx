import { Switch } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { Code } from "#web/ui/values/values.tsx";
import { humanise, useWords } from "#web/ui/values/labels.ts";
import type { ReferenceValue } from "../reference-lists.contract.ts";
import type { ValueChanges } from "./use-value-changes.web.ts";
import { ValueChip } from "./value-chip.web.tsx";
import { ValueMenu } from "./value-menu.web.tsx";
import { ValueOrder } from "./value-order.web.tsx";
import styles from "./values.module.css";

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
    <tr data-off={!value.isActive || undefined}>
      {isOwn && mayEdit && (
        <td className={styles.narrow}>
          {at !== undefined && <ValueOrder name={name} at={at} last={last} onMove={(to) => changes.move(value, to)} />}
        </td>
      )}
      <td className={styles.label}>
        {mayEdit ? (
          <button type="button" className={styles.open} onClick={onEdit}>
            <ValueChip {...value} />
          </button>
        ) : (
          <ValueChip {...value} />
        )}
      </td>
      <td className={styles.code}>
        <Code>{value.code}</Code>
      </td>
      {isOwn ? (
        <td className={styles.active}>
          {mayEdit ? (
            <Switch
              size="xs"
              checked={value.isActive}
              aria-label={t`${name} can be chosen`}
              onChange={() => changes.turn(value)}
            />
          ) : value.isActive ? (
            <Trans>Active</Trans>
          ) : (
            <Trans>Off</Trans>
          )}
        </td>
      ) : (
        <>
          <td className={styles.wide}>{value.id === null ? <Nothing /> : words(humanise(value.code))}</td>
          <td className={styles.wide}>
            {value.group ? words(value.group) : <Nothing />}
            {value.isTerminal && (
              <small>
                {" "}
                <Trans>final</Trans>
              </small>
            )}
          </td>
        </>
      )}
      {mayEdit && (
        <td className={styles.end}>
          <ValueMenu value={value} name={name} at={at} last={last} isOwn={isOwn} changes={changes} onEdit={onEdit} />
        </td>
      )}
    </tr>
  );
}
