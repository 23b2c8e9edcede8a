import { Plural, Trans, useLingui } from "@lingui/react/macro";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import { Fragment } from "react";
import type { z } from "zod";
import { Code } from "#web/blocks/values.tsx";
import { useWords } from "#web/blocks/words.ts";
import type { permission, Role } from "./roles.contract.ts";
import styles from "./roles.module.css";

export interface Matrix {
  readonly permissions: readonly z.output<typeof permission>[];
  readonly roles: readonly Role[];
}

interface PermissionMatrixProps {
  matrix: Matrix;
  /** The code of the role whose column is tinted. */
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

/** Permissions down, roles across; a tick where the role holds it. */
export function PermissionMatrix({ matrix, chosen, onChoose }: PermissionMatrixProps) {
  const { t } = useLingui();
  const words = useWords();
  const groups = [...new Set(matrix.permissions.map(({ group }) => group))];
  return (
    <div className={styles.box} role="region" aria-label={t`Permissions`} tabIndex={0}>
      <table className={styles.matrix} style={{ minWidth: 170 + matrix.roles.length * 76 }}>
        <thead>
          <tr>
            <th scope="col"><Trans>Permission</Trans></th>
            {matrix.roles.map((role) => (
              <th key={role.id} scope="col" data-chosen={role.code === chosen || undefined}>
                <button type="button" aria-pressed={role.code === chosen} onClick={() => onChoose(role.code)}>
                  {role.name}
                  <small><Plural value={role.userCount} one="# person" other="# people" /></small>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const own = matrix.permissions.filter((one) => one.group === group);
            return (
              <Fragment key={group}>
                <tr className={styles.group}>
                  <th scope="colgroup" colSpan={matrix.roles.length + 1}>{words(group)} <small><Plural value={own.length} one="# permission" other="# permissions" /></small></th>
                </tr>
                {own.map(({ name, meaning }) => (
                  <tr key={name}>
                    <th scope="row">{words({ id: meaning })} <Code>{name}</Code></th>
                    {matrix.roles.map((role) => (
                      <td key={role.id} data-chosen={role.code === chosen || undefined}>
                        {role.permissions.includes(name) && <span className={styles.tick} role="img" aria-label={t`${role.name} may`}><IconCheck size={14} stroke={2.4} aria-hidden /></span>}
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
