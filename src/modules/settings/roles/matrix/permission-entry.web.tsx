import { Plural, Trans } from "@lingui/react/macro";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Text } from "#web/ui/layout/text.tsx";
import type { User } from "../../users/users.contract.ts";
import { heldBy } from "./role-changes.web.ts";
import type { PermissionRow, Role } from "../roles.contract.ts";
import styles from "../permissions.module.css";

interface PermissionEntryProps {
  permission: PermissionRow;
  roles: readonly Role[];
  people: readonly User[];
}

/** One permission in words, the roles that hold it, and the people who have it through them. */
export function PermissionEntry({
  permission: { name, meaning, isInstallationOnly },
  roles,
  people,
}: PermissionEntryProps) {
  const words = useWords();
  const holding = roles.filter(({ permissions }) => permissions.includes(name));
  const holders = people.filter((user) => heldBy(user, roles).has(name));
  const names = holders.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return (
    <li>
      <div className={styles.what}>
        <b>{words({ id: meaning })}</b> <Code>{name}</Code>
      </div>
      <div className={styles.roles}>
        {isInstallationOnly && (
          <Text tone="dim">
            <Trans>Only SUPER_ADMIN: it belongs to the installation</Trans>
          </Text>
        )}
        {!isInstallationOnly && holding.length === 0 && (
          <Text tone="dim">
            <Trans>No role holds it</Trans>
          </Text>
        )}
        {holding.map((role) => (
          <a key={role.id} href={`/settings/users/roles?role=${encodeURIComponent(role.code)}`}>
            {words({ id: role.name })}
          </a>
        ))}
      </div>
      <details className={styles.people}>
        <summary>
          <Plural value={holders.length} one="# person" other="# people" />
        </summary>
        {holders.length > 0 ? names.join(", ") : <Trans>Nobody has it through a role.</Trans>}
      </details>
    </li>
  );
}
