import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api.ts";
import { Avatar } from "#web/blocks/marks.tsx";
import { useFormat } from "#web/blocks/use-format.ts";
import { recordHref } from "#web/list/address.ts";
import { users } from "../users/users.contract.ts";
import type { Role } from "./roles.contract.ts";
import styles from "./roles.module.css";

/** The chosen role in words, and the people who hold it. */
export function RoleRail({ role }: { role: Role }) {
  const { t } = useLingui();
  const say = useFormat();
  const { data } = useQuery({ queryKey: [users.list.path], queryFn: ({ signal }) => call(users.list, { query: {}, signal }) });
  const holders = (data ?? []).filter((user) => user.roles.some(({ roleId }) => roleId === role.id));
  return (
    <aside className={styles.rail} aria-label={role.name} tabIndex={0}>
      <h2>{role.name}</h2>
      <p>{role.description}</p>
      <h3><Trans>People, {say.quantity(role.userCount)}</Trans></h3>
      {data && holders.length === 0 && <p className={styles.grey}><Trans>Nobody holds this role.</Trans></p>}
      <ul className={styles.people}>
        {holders.map((user) => {
          const others = user.roles.filter(({ roleId }) => roleId !== role.id).map(({ name }) => name).join(", ");
          return (
            <li key={user.userId}>
              <a href={recordHref("/settings/users", user.userId)}>
                <Avatar name={`${user.firstName} ${user.lastName}`} />
                <span>{user.firstName} {user.lastName} {others && <small>{t`also ${others}`}</small>}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
