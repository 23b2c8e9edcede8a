import { ActionIcon } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useState } from "react";
import { send } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { recordRemoved } from "#web/list/data/cache.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { useDetail } from "./context.ts";
import { useStep } from "./use-step.ts";

/** What is seldom done to a record: put into the archive and taken out of it, or removed for good. */
export function RecordMenu({ title, onRemoved }: { title: string; onRemoved: () => void }) {
  const { t } = useLingui();
  const words = useWords();
  const client = useQueryClient();
  const { of, naming, record } = useDetail();
  const step = useStep(of);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: async () => of.remove && send(of.remove, { id: record.id, query: { version: record.version } }),
    onSuccess: () => {
      onRemoved();
      recordRemoved(client, of, record.id);
      toastDone(t`Deleted successfully`);
    },
    onSettled: () => setIsAsking(false),
  });
  const [archive, restore] = [of.archive, of.restore];
  const bringBack = () =>
    restore && step.mutate({ route: restore, record }, { onSuccess: () => toastDone(t`Brought back`) });
  const putAway = () =>
    archive &&
    step.mutate(
      { route: archive, record },
      { onSuccess: () => toastDone(t`Archived`, { line: title, link: { label: t`Undo`, onClick: bringBack } }) },
    );
  const canArchive = archive && hasAbility(record, "archive");
  const canRestore = restore && hasAbility(record, "restore");
  const canRemove = of.remove && hasAbility(record, "remove");
  if (!canArchive && !canRestore && !canRemove) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t`More`}>
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canArchive && (
            <Menu.Item onClick={putAway}>
              <Trans>Archive</Trans>
            </Menu.Item>
          )}
          {canRestore && (
            <Menu.Item onClick={bringBack}>
              <Trans>Bring back</Trans>
            </Menu.Item>
          )}
          {canRemove && (
            <Menu.Item color="red" onClick={() => setIsAsking(true)}>
              <Trans>Remove</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title={<Trans>Remove {title}?</Trans>}
        verb={t`Remove ${words(naming.one)}`}
        isDangerous
        isOpen={isAsking}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <Trans>It is gone for good. What anything else refers to can only be archived.</Trans>
      </ConfirmDialog>
    </>
  );
}
