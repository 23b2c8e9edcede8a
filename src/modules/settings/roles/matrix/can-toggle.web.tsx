import { useLingui } from "@lingui/react/macro";
import { privileged } from "#shared/permissions/permission-list.ts";
import { allows } from "#shared/permissions/permissions.ts";
import { useMay, useUser } from "#web/api/session.tsx";
import { fixedRole, roles, type Role } from "../roles.contract.ts";

/** Gives the function that says why a permission of a role cannot be turned, or nothing where it can; the server decides all the same. */
export function useCanToggle(): (role: Role, permission: string, isOn: boolean) => string | null {
  const { t } = useLingui();
  const me = useUser();
  const isAllowed = useMay()(roles.hold.can);
  return (role, permission, isOn) => {
    if (!isAllowed) return t`You may see roles and not change them.`;
    if (role.code === fixedRole) return t`This role always holds everything.`;
    if (privileged.some((name) => role.permissions.includes(name) && !allows(me, [name])))
      return t`This role holds permissions that you do not have yourself.`;
    if (!allows(me, [permission]) && isOn === role.permissions.includes(permission))
      return isOn
        ? t`You do not hold this yourself, so you cannot take it.`
        : t`You do not hold this yourself, so you cannot give it.`;
    return null;
  };
}
