import { Trans, useLingui } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useUser } from "#web/api/session.tsx";
import { ItemList, Panel, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import type { User } from "../users/users.contract.ts";
import { affectedBy } from "./matrix/role-changes.web.ts";
import { RoleMenu } from "./role-menu.web.tsx";
import { RolePeople } from "./role-people.web.tsx";
import type { Role } from "./roles.contract.ts";
import { bothSides } from "./separated-duties.web.tsx";
import type { Matrix } from "./matrix/use-matrix.web.ts";
import type { RoleEdit } from "./use-role-edit.web.ts";
import styles from "./rail.module.css";

interface RoleRailProps {
  matrix: Matrix;
  edit: RoleEdit;
  people: readonly User[];
  role: Role | undefined;
}

/** Beside the matrix, always, so that no column moves below the pointer: the chosen role, what will change and leads to, the people. */
export function RoleRail({ matrix, edit, people, role }: RoleRailProps) {
  const { t } = useLingui();
  const words = useWords();
  const isIdle = !role && edit.changes.length === 0;
  return (
    <aside
      className={styles.rail}
      data-idle={isIdle || undefined}
      aria-label={role ? words({ id: role.name }) : t`What will change`}
      tabIndex={0}
    >
      {isIdle && (
        <Text as="p" tone="dim">
          <Trans>Choose a role to see who holds it. What is changed stands here until it is saved.</Trans>
        </Text>
      )}
      {role && (
        <div className={styles.head}>
          <h2>{words({ id: role.name })}</h2>
          <RoleMenu role={role} edit={edit} />
          {role.description && <p>{words({ id: role.description })}</p>}
          <Code>{role.code}</Code>
        </div>
      )}
      <WhatWillChange matrix={matrix} edit={edit} people={people} />
      {role && <RolePeople role={role} people={people} />}
    </aside>
  );
}

/** The changes that are not saved, and what somebody should know before they are. */
export function WhatWillChange({ matrix, edit: { changes }, people }: Omit<RoleRailProps, "role">) {
  const words = useWords();
  const me = useUser();
  const affected = affectedBy(people, matrix.roles, changes);
  const lost = affected.find(({ user }) => user.userId === me.userId)?.loses ?? [];
  const meaning = (name: string) => words({ id: matrix.permissions.find((one) => one.name === name)?.meaning ?? name });
  if (changes.length === 0) return null;
  return (
    <Section isSmall title={<Trans>What will change</Trans>}>
      <Stack gap={10}>
        <Panel pad="2px 10px">
          <ItemList>
            {changes.map(({ role, permission, isOn }) => (
              <li key={`${role.id} ${permission}`}>
                <Glyph icon={isOn ? "done" : "bad"} />
                <Text grows>
                  {meaning(permission)}
                  <Text tone="dim" size="small" shape="block">
                    {isOn ? (
                      <Trans>{words({ id: role.name })}, added</Trans>
                    ) : (
                      <Trans>{words({ id: role.name })}, removed</Trans>
                    )}
                  </Text>
                </Text>
              </li>
            ))}
          </ItemList>
        </Panel>
        {bothSides(affected).map(({ said, people: both }) => {
          const [first, ...more] = both.map(({ user }) => `${user.firstName} ${user.lastName}`);
          const what = words(said);
          return (
            <Note key={what} icon="warn">
              <b>
                {more.length > 0 ? (
                  <Trans>{both.length} people would hold both sides.</Trans>
                ) : (
                  <Trans>One person would hold both sides.</Trans>
                )}
              </b>{" "}
              {more.length > 0 ? (
                <Trans>
                  {first} and others could {what}.
                </Trans>
              ) : (
                <Trans>
                  {first} could {what}.
                </Trans>
              )}
            </Note>
          );
        })}
        {lost.length > 0 && (
          <Note icon="warn">
            <b>
              <Trans>You lose this yourself,</Trans>
            </b>{" "}
            <Trans>and cannot give it back: {lost.map(meaning).join("; ")}.</Trans>
          </Note>
        )}
      </Stack>
    </Section>
  );
}
