import { Button } from "@mantine/core";
import { Plural, Trans } from "@lingui/react/macro";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useMay } from "#web/api/session.tsx";
import { asProblem } from "#web/api/problem.ts";
import { HeadActions, Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { PermissionMatrix } from "./matrix/permission-matrix.web.tsx";
import { RoleDialogs, useAsk } from "./role-dialogs.web.tsx";
import { RoleRail } from "./role-rail.web.tsx";
import { RoleSwitches } from "./matrix/role-switches.web.tsx";
import { RoleTools } from "./role-tools.web.tsx";
import { roles } from "./roles.contract.ts";
import { SaveBar } from "./matrix/save-bar.web.tsx";
import { useMatrix } from "./matrix/use-matrix.web.ts";
import { useRoleEdit } from "./use-role-edit.web.ts";
import { useRoleSearch } from "./matrix/use-role-search.web.ts";
import styles from "./roles.module.css";

/** Who may do what: every permission in words, a column for each role, changed together and saved at once. */
export function RoleList() {
  const { matrix, people, error, retry } = useMatrix();
  const search = useRoleSearch();
  const edit = useRoleEdit(matrix?.roles ?? []);
  const words = useWords();
  const isPhone = useIsPhone();
  const shown = matrix && {
    ...matrix,
    permissions: matrix.permissions.filter((one) => search.shows(matrix, one, words)),
  };
  const role = matrix?.roles.find(({ code }) => code === search.role);
  return (
    <RoleDialogs onMade={({ code }) => search.set({ role: code })}>
      <Screen>
        <ScreenHead>
          <h1>
            <Trans>Roles</Trans>
          </h1>
          {matrix && (
            <Text tone="dim">
              <Plural value={matrix.roles.length} one="# role" other="# roles" />,{" "}
              <Plural value={matrix.permissions.length} one="# permission" other="# permissions" />,{" "}
              <Plural value={people.length} one="# person" other="# people" />
            </Text>
          )}
          <HeadButtons />
        </ScreenHead>
        {error && !matrix && (
          <Failed title={<Trans>The list did not load</Trans>} problem={asProblem(error)} onRetry={retry} />
        )}
        {matrix && shown && (
          <div className={styles.columns} data-rail={!isPhone || undefined}>
            <div className={styles.main}>
              <RoleTools search={search} />
              {shown.permissions.length === 0 ? (
                <EmptyState
                  title={
                    search.q ? (
                      <Trans>No permission matches “{search.q}”</Trans>
                    ) : (
                      <Trans>No permission differs here</Trans>
                    )
                  }
                  actions={
                    <Button
                      variant="default"
                      onClick={() => search.set({ q: undefined, module: undefined, differs: undefined })}
                    >
                      <Trans>Clear the search</Trans>
                    </Button>
                  }
                />
              ) : isPhone ? (
                <RoleSwitches
                  matrix={shown}
                  edit={edit}
                  people={people}
                  chosen={search.role}
                  onChoose={(code) => search.set({ role: code })}
                />
              ) : (
                <PermissionMatrix
                  matrix={shown}
                  edit={edit}
                  chosen={search.role}
                  onChoose={(code) => search.set({ role: code === search.role ? undefined : code })}
                />
              )}
              <SaveBar matrix={matrix} edit={edit} people={people} />
            </div>
            {!isPhone && <RoleRail matrix={matrix} edit={edit} people={people} role={role} />}
          </div>
        )}
      </Screen>
    </RoleDialogs>
  );
}

function HeadButtons() {
  const may = useMay();
  const ask = useAsk();
  return (
    <HeadActions>
      {may("CAN_VIEW_AUDIT") && (
        <Button
          component="a"
          href="/settings/audit?entity=role"
          variant="default"
          leftSection={<IconHistory size={15} stroke={1.8} />}
        >
          <Trans>History</Trans>
        </Button>
      )}
      {may(roles.create.can) && (
        <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => ask("new")}>
          <Trans>New role</Trans>
        </Button>
      )}
    </HeadActions>
  );
}
