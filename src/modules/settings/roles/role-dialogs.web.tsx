import { createContext, use, useState, type ReactNode } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { RoleForm } from "./role-form.web.tsx";
import { roles, type Role } from "./roles.contract.ts";

type What = "new" | "copy" | "edit" | "remove";
type Ask = (what: What, role?: Role) => void;
const AskContext = createContext<Ask>(() => {});

/** Opens the dialog that makes, copies, names or removes a role: `ask("copy", role)`. */
export const useAsk = (): Ask => use(AskContext);

/** The dialogs about one role, for everything inside. */
export function RoleDialogs({ onMade, children }: { onMade: (role: Role) => void; children: ReactNode }) {
  const { t } = useLingui();
  const words = useWords();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ what: What; role: Role | undefined } | null>(null);
  const close = () => setAsked(null);
  const remove = useMutation({
    mutationFn: ({ id, version }: Role) => call(roles.remove, { id, query: { version } }),
    onSuccess: () => toastDone(t`Deleted successfully`),
    onSettled() {
      close();
      return client.invalidateQueries({ queryKey: [roles.list.path] });
    },
  });
  const role = asked?.role;
  const name = role ? words({ id: role.name }) : "";
  const count = role?.userCount ?? 0;
  return (
    <AskContext value={(what, about) => setAsked({ what, role: about })}>
      {children}
      {asked && asked.what !== "remove" && <RoleForm what={asked.what} role={role} onMade={onMade} onClose={close} />}
      <ConfirmDialog
        title={<Trans>Remove {name}?</Trans>}
        verb={t`Remove role`}
        isDangerous
        isOpen={asked?.what === "remove"}
        isBusy={remove.isPending}
        onConfirm={() => role && remove.mutate(role)}
        onClose={close}
      >
        {count > 0 ? (
          <Plural
            value={count}
            one="# person holds it. Take it from them first, or it stays."
            other="# people hold it. Take it from them first, or it stays."
          />
        ) : (
          <Trans>Nobody holds it. What was done through it stays in the history.</Trans>
        )}
      </ConfirmDialog>
    </AskContext>
  );
}
