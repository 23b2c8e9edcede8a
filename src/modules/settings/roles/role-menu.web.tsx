import { ActionIcon } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useMay } from "#web/api/session.tsx";
import { useAsk } from "./role-dialogs.web.tsx";
import { changed } from "./matrix/role-changes.web.ts";
import { fixedRole, roles, type Role } from "./roles.contract.ts";
import type { RoleEdit } from "./use-role-edit.web.ts";

/** What can be done with one role besides ticking. */
export function RoleMenu({ role, edit }: { role: Role; edit: RoleEdit }) {
  const { t } = useLingui();
  const ask = useAsk();
  if (!useMay()(roles.update.can)) return null;
  const now = changed([role], edit.changes)[0]?.permissions ?? [];
  const start = role.defaultPermissions;
  const isReset = start !== null && start.length === now.length && start.every((name) => now.includes(name));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t`More about this role`}>
          <IconDots size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!role.isDefault && (
          <Menu.Item onClick={() => ask("edit", role)}>
            <Trans>Rename and describe</Trans>
          </Menu.Item>
        )}
        <Menu.Item onClick={() => ask("copy", role)}>
          <Trans>Make a copy</Trans>
        </Menu.Item>
        {start && role.code !== fixedRole && (
          <Menu.Item disabled={isReset} onClick={() => edit.hold(role, start)}>
            <Trans>Reset to what it starts with</Trans>
          </Menu.Item>
        )}
        {!role.isDefault && (
          <Menu.Item color="red" onClick={() => ask("remove", role)}>
            <Trans>Remove</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
