import { Trans, useLingui } from "@lingui/react/macro";
import { useWords } from "#web/ui/values/labels.ts";
import { useCanToggle } from "./can-toggle.web.tsx";
import type { PermissionRow, Role } from "../roles.contract.ts";
import type { RoleEdit } from "../use-role-edit.web.ts";
import styles from "./matrix.module.css";

interface MatrixCellProps {
  role: Role;
  permission: PermissionRow;
  edit: RoleEdit;
  isChosen: boolean;
}

/** Whether one role holds one permission; a change is ringed and says on or off until it is saved. */
export function MatrixCell({ role, permission: { name, meaning }, edit, isChosen }: MatrixCellProps) {
  const { t } = useLingui();
  const words = useWords();
  const whyNot = useCanToggle();
  const isOn = edit.isOn(role, name);
  const isChanged = isOn !== role.permissions.includes(name);
  const refused = whyNot(role, name, isOn);
  const label = `${words({ id: role.name })}: ${words({ id: meaning })}`;
  return (
    <td data-chosen={isChosen || undefined}>
      <button
        type="button"
        role="checkbox"
        data-stop
        tabIndex={-1}
        className={styles.turn}
        aria-checked={isOn}
        aria-disabled={refused !== null || undefined}
        aria-label={isChanged ? t`${label}, changed` : label}
        title={refused ?? undefined}
        onClick={() => refused === null && edit.turn(role, name, !isOn)}
      >
        <span
          className={styles.tick}
          data-on={isOn || undefined}
          data-changed={isChanged || undefined}
          data-fixed={refused !== null || undefined}
        />
        {isChanged && <em aria-hidden>{isOn ? <Trans>on</Trans> : <Trans>off</Trans>}</em>}
      </button>
    </td>
  );
}
