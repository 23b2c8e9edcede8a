import { Trans, useLingui } from "@lingui/react/macro";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Avatar } from "#web/ui/marks.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { Opener, Text } from "#web/ui/layout/text.tsx";
import type { User } from "./users.contract.ts";

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
    <Table label={t`Users`} place="fills">
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
          <th scope="col" data-desk>
            <Trans>E-mail</Trans>
          </th>
          <th scope="col" data-align="end" data-desk>
            <Trans>Last sign-in</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.userId}>
            <td>
              <Opener onClick={() => onOpen(user)}>
                <Avatar name={`${user.firstName} ${user.lastName}`} size={22} />
                {user.firstName} {user.lastName}
              </Opener>
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
            <td data-desk>
              <Text as="a" tone="soft" href={`mailto:${user.email}`}>
                {user.email}
              </Text>
            </td>
            <td data-align="end" data-desk>
              {user.lastSignInAt ? (
                <Instant at={user.lastSignInAt} />
              ) : (
                <Text tone="dim">
                  <Trans>never</Trans>
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
