import { Button } from "@mantine/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { byArea } from "#shared/permissions/permission-areas.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { asProblem } from "#web/api/problem.ts";
import { Screen, ScreenHead, Toolbar } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { PermissionEntry } from "./matrix/permission-entry.web.tsx";
import { useMatrix } from "./matrix/use-matrix.web.ts";
import { useRoleSearch } from "./matrix/use-role-search.web.ts";
import styles from "./permissions.module.css";

/** Every permission there is: what it means, which roles hold it, and how many people through them. */
export function PermissionList() {
  const { t } = useLingui();
  const words = useWords();
  const search = useRoleSearch();
  const { matrix, people, error, retry } = useMatrix();
  const shown = matrix?.permissions.filter((one) => search.finds(one, words));
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Permissions</Trans>
        </h1>
        {matrix && (
          <Text tone="dim">
            <Plural value={matrix.permissions.length} one="# permission" other="# permissions" />.{" "}
            <Trans>Each comes to people through roles.</Trans>
          </Text>
        )}
      </ScreenHead>
      {error && !matrix && (
        <Failed title={<Trans>The list did not load</Trans>} problem={asProblem(error)} onRetry={retry} />
      )}
      {matrix && shown && (
        <>
          <Toolbar>
            <SearchField value={search.q} label={t`Find a permission`} onSearch={(q) => search.set({ q })} />
          </Toolbar>
          {shown.length === 0 && (
            <EmptyState
              title={<Trans>No permission matches “{search.q}”</Trans>}
              actions={
                <Button variant="default" onClick={() => search.set({ q: undefined })}>
                  <Trans>Clear the search</Trans>
                </Button>
              }
            />
          )}
          <div className={styles.box} role="region" aria-label={t`Permissions`} tabIndex={0}>
            {byArea(shown).map(({ group, area, own }) => (
              <section key={`${group} ${area}`} aria-label={words(area)}>
                <h2>
                  {words(area)} {area !== group && <em>{words(group)}</em>}
                </h2>
                <ul>
                  {own.map((permission) => (
                    <PermissionEntry
                      key={permission.name}
                      permission={permission}
                      roles={matrix.roles}
                      people={people}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
    </Screen>
  );
}
