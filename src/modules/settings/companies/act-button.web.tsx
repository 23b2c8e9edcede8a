import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { reloadUser } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { companies, type Company } from "./companies.contract.ts";

/** Lets a SUPER_ADMIN work in another company from now on; everything loaded so far belongs to the old one. */
export function ActButton({ company }: { company: Company }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const name = company.displayName ?? company.legalName;
  const act = useMutation({
    mutationFn: () => call(companies.act, { id: company.id }),
    async onSuccess() {
      await reloadUser();
      await client.resetQueries();
      toastDone(t`You work in ${name} now`);
    },
    onSettled: () => setIsAsking(false),
  });
  if (!hasAbility(company, "act")) return null;
  return (
    <HeaderSlot>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        <Trans>Act in this company</Trans>
      </Button>
      <ConfirmDialog
        title={<Trans>Work in {name} from now on?</Trans>}
        verb={t`Act in this company`}
        isOpen={isAsking}
        isBusy={act.isPending}
        onConfirm={() => act.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <Trans>In this session you see and change the records of {name}. Both companies keep a note of it.</Trans>
      </ConfirmDialog>
    </HeaderSlot>
  );
}
