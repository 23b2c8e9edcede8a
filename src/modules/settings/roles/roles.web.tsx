import { useQuery } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api.ts";
import screen from "#web/blocks/screen.module.css";
import { useAddress } from "#web/list/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { asProblem } from "#web/problem.ts";
import { roles, type Role } from "./roles.contract.ts";
import styles from "./roles.module.css";

export const permissionsPath = "/settings/users/permissions";

/** The roles of the company: what each is for, who holds it, and how much it may do. */
export function RoleList() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ queryKey: [roles.list.path], queryFn: ({ signal }) => call(roles.list, { signal }), meta: { quiet: true } });
  return (
    <div className={screen.screen}>
      <header className={screen.head}>
        <h1><Trans>Roles</Trans></h1>
        <span className={styles.grey}><Trans>What a person may do here comes from roles. Every company starts with these.</Trans></span>
      </header>
      {error && !data && <Failed title={<Trans>The list did not load</Trans>} problem={asProblem(error)} onRetry={() => void refetch()} />}
      {data && (
        <div className={styles.box} role="region" aria-label={t`Roles`} tabIndex={0}>
          <ul className={styles.roles}>{data.map((role) => <Entry key={role.id} role={role} />)}</ul>
        </div>
      )}
    </div>
  );
}

function Entry({ role }: { role: Role }) {
  const { go } = useAddress();
  const href = `${permissionsPath}?role=${encodeURIComponent(role.code)}`;
  return (
    <li>
      <a
        href={href}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          go({ path: permissionsPath, search: { role: role.code } });
        }}
      >
        <b>{role.name}</b>
        <span className={styles.grey}>{role.description}</span>
        <span className={styles.figure}><Plural value={role.userCount} one="# person" other="# people" /></span>
        <span className={styles.figure}><Plural value={role.permissions.length} one="# permission" other="# permissions" /></span>
      </a>
    </li>
  );
}
