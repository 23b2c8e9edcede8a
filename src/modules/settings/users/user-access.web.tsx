import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import { useQuery } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { byArea } from "#shared/permissions/permission-areas.ts";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { SearchField } from "#web/list/search-field.tsx";
import { roles } from "../roles/roles.contract.ts";
import type { User } from "./users.contract.ts";
import styles from "./user-access.module.css";

/** What a person may do, in words, and through which of their roles; what they may not do, when asked for. */
export function UserAccess({ user }: { user: User }) {
  const { t } = useLingui();
  const words = useWords();
  const [q, setQ] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  const { data: known = [] } = useQuery({
    queryKey: [roles.list.path],
    queryFn: ({ signal }) => call(roles.list, { signal }),
  });
  const { data: permissions = [] } = useQuery({
    queryKey: [roles.permissions.path],
    queryFn: ({ signal }) => call(roles.permissions, { signal }),
    staleTime: Infinity,
  });
  const own = known.filter(({ id }) => user.roles.some(({ roleId }) => roleId === id));
  const rows = permissions
    .map((permission) => ({
      ...permission,
      through: own.filter((role) => role.permissions.includes(permission.name)).map(({ name }) => words({ id: name })),
    }))
    .map((row) => ({ ...row, through: user.isSuperAdmin ? [t`Super administrator`, ...row.through] : row.through }));
  const held = rows.filter(({ through }) => through.length > 0).length;
  const said = (row: (typeof rows)[number]) =>
    [row.name, words({ id: row.meaning }), words(row.area), ...row.through].join(" ").toLocaleLowerCase();
  const shown = rows.filter((row) => (showsAll || row.through.length > 0) && said(row).includes(q.toLocaleLowerCase()));
  return (
    <div className={styles.access}>
      <div className={styles.tools}>
        <SearchField value={q} label={t`Search what this person may do`} onSearch={setQ} />
        <Checkbox
          label={t`Also what they may not`}
          checked={showsAll}
          onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
        />
      </div>
      {user.status !== "active" && (
        <Note icon="wait">
          <Trans>Only while the account is active. It is not now.</Trans>
        </Note>
      )}
      <p className={styles.count} role="status">
        <Plural value={held} _0="This person may do nothing here yet." one="# permission" other="# permissions" />
      </p>
      {permissions.length > 0 && shown.length === 0 && q && (
        <p className={styles.count}>
          <Trans>Nothing matches “{q}”.</Trans>
        </p>
      )}
      {byArea(shown).map(({ group, area, own: ofArea }) => (
        <section key={`${group} ${area}`} aria-label={words(area)}>
          <h3>{words(area)}</h3>
          <ul>
            {ofArea.map(({ name, meaning, through }) => (
              <li key={name} data-held={through.length > 0 || undefined}>
                <span>
                  {words({ id: meaning })} <Code>{name}</Code>
                </span>
                <small>
                  {through.length > 0 ? <Trans>through {through.join(", ")}</Trans> : <Trans>through no role</Trans>}
                </small>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
