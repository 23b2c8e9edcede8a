import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { byArea } from "#shared/permissions/permission-areas.ts";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { User } from "../../users/users.contract.ts";
import { useCanToggle } from "./can-toggle.web.tsx";
import { RoleMenu } from "../role-menu.web.tsx";
import { RolePeople } from "../role-people.web.tsx";
import { WhatWillChange } from "../role-rail.web.tsx";
import type { Matrix } from "./use-matrix.web.ts";
import type { RoleEdit } from "../use-role-edit.web.ts";
import styles from "./switches.module.css";

interface RoleSwitchesProps {
  matrix: Matrix;
  edit: RoleEdit;
  people: readonly User[];
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

/** On a phone: one role at a time, its permissions as switches. */
export function RoleSwitches({ matrix, edit, people, chosen, onChoose }: RoleSwitchesProps) {
  const { t } = useLingui();
  const words = useWords();
  const whyNot = useCanToggle();
  const role = matrix.roles.find(({ code }) => code === chosen) ?? matrix.roles[0];
  if (!role) return null;
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <SelectInput
          aria-label={t`Role`}
          size="md"
          className={styles.role}
          data={matrix.roles.map(({ code, name }) => ({ value: code, label: words({ id: name }) }))}
          value={role.code}
          onChange={(code) => code && onChoose(code)}
        />
        <RoleMenu role={role} edit={edit} />
        <p>
          {role.description && words({ id: role.description })} <Code>{role.code}</Code>
        </p>
      </div>
      {byArea(matrix.permissions).map(({ group, area, own }) => (
        <details key={`${group} ${area}`} open>
          <summary>
            {words(area)}{" "}
            <small>
              <Plural value={own.length} one="# permission" other="# permissions" />
            </small>
          </summary>
          <ul>
            {own.map(({ name, meaning }) => {
              const isOn = edit.isOn(role, name);
              const refused = whyNot(role, name, isOn);
              const isChanged = isOn !== role.permissions.includes(name);
              return (
                <li key={name}>
                  <button
                    type="button"
                    role="switch"
                    aria-checked={isOn}
                    aria-disabled={refused !== null || undefined}
                    title={refused ?? undefined}
                    onClick={() => refused === null && edit.turn(role, name, !isOn)}
                  >
                    <span>
                      {words({ id: meaning })} {isChanged && <b>{isOn ? <Trans>on</Trans> : <Trans>off</Trans>}</b>}
                    </span>
                    <i data-changed={isChanged || undefined} aria-hidden />
                  </button>
                </li>
              );
            })}
          </ul>
        </details>
      ))}
      <div className={styles.foot}>
        <WhatWillChange matrix={matrix} edit={edit} people={people} />
        <RolePeople role={role} people={people} />
      </div>
    </div>
  );
}
