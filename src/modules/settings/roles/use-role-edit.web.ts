import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { useDraft } from "#web/form/draft.tsx";
import { asProblem } from "#web/api/problem.ts";
import { reloadUser } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { changed, changesOf, wishKey, type Wishes } from "./matrix/role-changes.web.ts";
import { roles as routes, type Role } from "./roles.contract.ts";

/** What is ticked and not saved yet, of all roles together; kept in this tab, put on top of whatever others save meanwhile. */
export function useRoleEdit(roles: readonly Role[]) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = useDraft(routes.list.path, null);
  const [wishes, setWishes] = useState<Wishes>(() => (draft.kept?.values ?? {}) as Wishes); // only this file keeps them
  const changes = changesOf(roles, wishes);
  const wish = (next: Wishes) => {
    // What is as saved again is no wish any more, or it would undo what somebody else saves later.
    const kept = Object.fromEntries(
      changesOf(roles, next).map(({ role, permission, isOn }) => [wishKey(role, permission), isOn]),
    );
    setWishes(kept);
    draft.keep({ version: null, values: kept });
  };
  const forget = () => {
    setWishes({});
    draft.forget();
  };
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => {
      const touched = changed(roles, changes).filter(({ id }) => changes.some(({ role }) => role.id === id));
      return call(routes.hold, {
        body: { roles: touched.map(({ id, permissions, version }) => ({ id, permissions, version })) },
      });
    },
    onSuccess(saved) {
      forget();
      client.setQueryData([routes.list.path], saved);
      toastDone(t`Updated successfully`);
      void reloadUser().catch(() => undefined); // the own rights may be among them; the menu follows at the next load otherwise
    },
    onError: (error) =>
      asProblem(error).code === "stale_version" && client.invalidateQueries({ queryKey: [routes.list.path] }),
  });
  return {
    changes,
    save,
    isStale: save.error !== null && asProblem(save.error).code === "stale_version",
    isOn: (role: Role, permission: string) =>
      wishes[wishKey(role, permission)] ?? role.permissions.includes(permission),
    turn(role: Role, permission: string, isOn: boolean) {
      save.reset();
      wish({ ...wishes, [wishKey(role, permission)]: isOn });
    },
    /** Makes a role hold exactly these, to be looked at and saved. */
    hold(role: Role, permissions: readonly string[]) {
      const all = new Set([...role.permissions, ...permissions]);
      wish({
        ...wishes,
        ...Object.fromEntries([...all].map((name) => [wishKey(role, name), permissions.includes(name)])),
      });
    },
    discard() {
      save.reset();
      forget();
    },
  };
}

export type RoleEdit = ReturnType<typeof useRoleEdit>;
