import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Fragment, useState } from "react";
import { byArea } from "#shared/permissions/permission-areas.ts";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { AreaRow } from "./area-row.web.tsx";
import { MatrixCell } from "./matrix-cell.web.tsx";
import { MatrixHead } from "./matrix-head.web.tsx";
import type { RoleEdit } from "../use-role-edit.web.ts";
import { useGridKeys } from "./use-grid-keys.web.ts";
import type { Matrix } from "./use-matrix.web.ts";
import styles from "./matrix.module.css";

interface PermissionMatrixProps {
  matrix: Matrix;
  edit: RoleEdit;
  /** The code of the role whose column is tinted. */
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

/** Permissions down, roles across, a tick where the role holds it; by mouse, or by arrows and Space. */
export function PermissionMatrix({ matrix: { permissions, roles }, edit, chosen, onChoose }: PermissionMatrixProps) {
  const { t } = useLingui();
  const words = useWords();
  const keys = useGridKeys();
  const [closed, setClosed] = useState<readonly string[]>([]);
  return (
    <div className={styles.box} role="region" aria-label={t`What each role may do`} {...keys}>
      <table
        role="grid"
        aria-label={t`Permissions by role`}
        className={styles.matrix}
        style={{ minWidth: 290 + (roles.length + 1) * 80 }}
      >
        <MatrixHead roles={roles} chosen={chosen} onChoose={onChoose} />
        <tbody>
          {byArea(permissions).map(({ group, area, own }) => {
            const isOpen = !closed.includes(area);
            return (
              <Fragment key={`${group} ${area}`}>
                <AreaRow
                  group={group}
                  area={area}
                  isOpen={isOpen}
                  span={roles.length + 2}
                  count={<Plural value={own.length} one="# permission" other="# permissions" />}
                  onTurn={() => setClosed(isOpen ? [...closed, area] : closed.filter((one) => one !== area))}
                />
                {isOpen &&
                  own.map((permission) => (
                    <tr key={permission.name}>
                      <th scope="row">
                        {words({ id: permission.meaning })} <Code>{permission.name}</Code>
                      </th>
                      {roles.map((role) => (
                        <MatrixCell
                          key={role.id}
                          role={role}
                          permission={permission}
                          edit={edit}
                          isChosen={role.code === chosen}
                        />
                      ))}
                      <td>
                        <span
                          className={styles.tick}
                          data-on
                          data-fixed
                          role="img"
                          aria-label={t`Super admin holds all`}
                          title={t`Super admin holds all`}
                        />
                      </td>
                    </tr>
                  ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      <p className={styles.keys}>
        <Trans>Arrows go from cell to cell, Space ticks.</Trans>
      </p>
    </div>
  );
}
