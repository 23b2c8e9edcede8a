import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { allows } from "#shared/permissions/permissions.ts";
import { call } from "#web/api/api.ts";
import { Avatar } from "#web/ui/marks.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { recordHref } from "#web/list/data/address.ts";
import { useMay, useUser } from "#web/api/session.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ItemList, Row, Section } from "#web/ui/layout/layout.tsx";
import { TakeRole } from "../users/take-role.web.tsx";
import { useUserChange } from "../users/use-user-change.web.ts";
import { users, type User } from "../users/users.contract.ts";
import type { Role } from "./roles.contract.ts";

const nameOf = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`;

/** Who holds a role, and whom it can be given to. */
export function RolePeople({ role, people }: { role: Role; people: readonly User[] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const words = useWords();
  const me = useUser();
  const mayAssign = useMay()(users.assignRole.can);
  const change = useUserChange();
  const holders = people.filter((user) => user.roles.some(({ roleId }) => roleId === role.id));
  const mayGive = mayAssign && role.permissions.every((name) => allows(me, [name])); // nobody gives what they do not hold
  const others = people.filter((user) => !holders.includes(user) && user.userId !== me.userId && !user.isSuperAdmin);
  const give = ({ userId }: User) =>
    change.mutate({
      run: () => call(users.assignRole, { body: { userId, roleId: role.id } }),
      said: t`Saved successfully`,
    });
  return (
    <Section isSmall title={<Trans>People, {fmt.quantity(holders.length)}</Trans>}>
      {holders.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>Nobody holds this role.</Trans>
        </Text>
      )}
      <ItemList>
        {holders.map((user) => {
          const also = user.roles
            .filter(({ roleId }) => roleId !== role.id)
            .map(({ name }) => words({ id: name }))
            .join(", ");
          const assigned = user.roles.find(({ roleId }) => roleId === role.id);
          const name = nameOf(user);
          return (
            <li key={user.userId}>
              <Text grows>
                <a href={recordHref("/settings/users", user.userId)}>
                  <Row as="span" isTight>
                    <Avatar name={name} />
                    <span>
                      {name}{" "}
                      {also && (
                        <Text tone="dim" size="small">
                          {t`also ${also}`}
                        </Text>
                      )}
                    </span>
                  </Row>
                </a>
              </Text>
              {mayAssign && assigned && user.userId !== me.userId && (
                <TakeRole user={user} assigned={assigned} label={t`Take the role from ${name}`} change={change} />
              )}
            </li>
          );
        })}
      </ItemList>
      {mayGive && others.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} loading={change.isPending}>
              <Trans>Give this role to someone</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((user) => (
              <Menu.Item key={user.userId} onClick={() => give(user)}>
                {nameOf(user)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Section>
  );
}
