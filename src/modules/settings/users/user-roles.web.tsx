import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { allows } from "#shared/permissions/permissions.ts";
import { call } from "#web/api/api.ts";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useSession, useUser } from "#web/api/session.tsx";
import { ItemList, Section } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { roles } from "../roles/roles.contract.ts";
import { TakeRole } from "./take-role.web.tsx";
import { useUserChange } from "./use-user-change.web.ts";
import { users, type User } from "./users.contract.ts";

/** The roles of a person: each given and taken at once. */
export function UserRoles({ user, isFixed }: { user: User; isFixed: boolean }) {
  const { t } = useLingui();
  const words = useWords();
  const me = useUser();
  const { settings } = useSession();
  const change = useUserChange();
  const known = useQuery({
    queryKey: [roles.list.path],
    queryFn: ({ signal }) => call(roles.list, { signal }),
    enabled: !isFixed,
  });
  const free = (known.data ?? []).filter(
    (role) =>
      !user.roles.some(({ roleId }) => roleId === role.id) && role.permissions.every((name) => allows(me, [name])),
  ); // nobody gives what they do not hold
  const give = (roleId: string) =>
    change.mutate({
      run: () => call(users.assignRole, { body: { userId: user.userId, roleId } }),
      said: t`Saved successfully`,
    });
  return (
    <Section title={<Trans>Roles</Trans>}>
      {user.roles.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>No role yet: this person can sign in and do nothing.</Trans>
        </Text>
      )}
      {!isFixed && user.status === "invited" && (
        <Text as="p" tone="dim">
          {settings?.mails_are_kept ? (
            <Trans>
              A role ends the link of the invitation that was shown. Show a new one when this person has all roles.
            </Trans>
          ) : (
            <Trans>
              A role ends the link of the invitation, and a new one is mailed. Where none arrives, invite again.
            </Trans>
          )}
        </Text>
      )}
      <ItemList>
        {user.roles.map((assigned) => {
          const name = words({ id: assigned.name });
          return (
            <li key={assigned.id}>
              <Text grows>{name}</Text>
              {!isFixed && (
                <TakeRole user={user} assigned={assigned} label={t`Take the role ${name}`} change={change} />
              )}
            </li>
          );
        })}
      </ItemList>
      {!isFixed && free.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={14} />} loading={change.isPending}>
              <Trans>Give a role</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((role) => (
              <Menu.Item key={role.id} onClick={() => give(role.id)}>
                {words({ id: role.name })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Section>
  );
}
