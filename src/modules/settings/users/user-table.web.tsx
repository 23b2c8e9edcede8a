import { Trans, useLingui } from "@lingui/react/macro";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Avatar } from "#web/ui/marks.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { User } from "./users.contract.ts";
import styles from "./users.module.css";

export const userStatusStyles: StatusStyles<User["status"]> = stateStyles("user_statuses", {
  invited: "wait",
  registering: "draft",
  pending_approval: "wait",
  active: "open",
  suspended: "warn",
  deactivated: "ended",
  rejected: "bad",
});

/** People with what they may do here; the name opens one. */
export function UserTable({ users, onOpen }: { users: readonly User[]; onOpen: (user: User) => void }) {
  const { t } = useLingui();
  const words = useWords();
  return (
    <div className={styles.box} role="region" aria-label={t`Users`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Name</Trans>
            </th>
            <th scope="col">
              <Trans>Status</Trans>
            </th>
            <th scope="col">
              <Trans>Roles</Trans>
            </th>
            <th scope="col" className={styles.wide}>
              <Trans>E-mail</Trans>
            </th>
            <th scope="col" className={`${styles.end} ${styles.wide}`}>
              <Trans>Last sign-in</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.userId}>
              <td>
                <button type="button" className={styles.open} onClick={() => onOpen(user)}>
                  <Avatar name={`${user.firstName} ${user.lastName}`} size={22} />
                  {user.firstName} {user.lastName}
                </button>
              </td>
              <td>
                <StateChip statusStyles={userStatusStyles} state={user.status} inTable />
              </td>
              <td>
                {user.isSuperAdmin && (
                  <b>
                    <Trans>Super administrator</Trans>
                  </b>
                )}{" "}
                {user.roles.length > 0
                  ? user.roles.map(({ name }) => words({ id: name })).join(", ")
                  : !user.isSuperAdmin && <Nothing />}
              </td>
              <td className={styles.wide}>
                <a href={`mailto:${user.email}`}>{user.email}</a>
              </td>
              <td className={`${styles.end} ${styles.wide}`}>
                {user.lastSignInAt ? (
                  <Instant at={user.lastSignInAt} />
                ) : (
                  <span className={styles.grey}>
                    <Trans>never</Trans>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
