import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { useQuery } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api.ts";
import { EmptyState } from "#web/blocks/empty-state.tsx";
import screen from "#web/blocks/screen.module.css";
import { useWords } from "#web/blocks/words.ts";
import { useAddress } from "#web/list/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { asProblem } from "#web/problem.ts";
import { PermissionMatrix, type Matrix } from "./permission-matrix.web.tsx";
import { RoleRail } from "./role-rail.web.tsx";
import { roles } from "./roles.contract.ts";
import styles from "./roles.module.css";

/** Which role may do what: every permission in words, a column for each role. Read-only; the chosen role is told at the side. */
export function PermissionList() {
  const { t } = useLingui();
  const words = useWords();
  const { search, go } = useAddress();
  const { data, error, refetch } = useQuery({ queryKey: [roles.permissions.path, "matrix"], queryFn: ({ signal }) => loadMatrix(signal), meta: { quiet: true } });
  const q = typeof search["q"] === "string" ? search["q"] : "";
  const onlyDiffering = search["differs"] === "yes" || search["differs"] === true;
  const change = (next: Readonly<Record<string, string | undefined>>) => go({ search: Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, value]) => value)), replace: true });
  const shown = data && { ...data, permissions: data.permissions.filter((one) => `${one.name} ${words({ id: one.meaning })}`.toLowerCase().includes(q.toLowerCase()) && (!onlyDiffering || differs(data, one.name))) };
  const chosen = data?.roles.find(({ code }) => code === search["role"]);
  return (
    <div className={screen.screen}>
      <header className={screen.head}>
        <h1><Trans>Permissions</Trans></h1>
        {data && <span className={styles.grey}><Plural value={data.roles.length} one="# role" other="# roles" />, <Plural value={data.permissions.length} one="# permission" other="# permissions" /></span>}
      </header>
      {error && !data && <Failed title={<Trans>The list did not load</Trans>} problem={asProblem(error)} onRetry={() => void refetch()} />}
      {shown && (
        <div className={styles.columns} data-rail={chosen !== undefined || undefined}>
          <div className={styles.main}>
            <div className={styles.tools}>
              <SearchField value={q} label={t`Find a permission`} onSearch={(text) => change({ q: text || undefined })} />
              <Checkbox label={t`Only what differs`} checked={onlyDiffering} onChange={({ currentTarget }) => change({ differs: currentTarget.checked ? "yes" : undefined })} />
            </div>
            {shown.permissions.length === 0 ? (
              <EmptyState title={<Trans>No permission matches “{q}”</Trans>} />
            ) : (
              <PermissionMatrix matrix={shown} chosen={chosen?.code} onChoose={(code) => change({ role: code === chosen?.code ? undefined : code })} />
            )}
          </div>
          {chosen && <RoleRail role={chosen} />}
        </div>
      )}
    </div>
  );
}

async function loadMatrix(signal: AbortSignal): Promise<Matrix> {
  const [permissions, all] = await Promise.all([call(roles.permissions, { signal }), call(roles.list, { signal })]);
  return { permissions, roles: all.toSorted((a, b) => b.permissions.length - a.permissions.length) };
}

/** Some roles hold it and some do not. */
function differs(matrix: Matrix, permission: string): boolean {
  const holders = matrix.roles.filter(({ permissions }) => permissions.includes(permission)).length;
  return holders > 0 && holders < matrix.roles.length;
}
