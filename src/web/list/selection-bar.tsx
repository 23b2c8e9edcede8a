import { ActionIcon, Button } from "@mantine/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, urlOf } from "#web/api/api.ts";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { recordChanged } from "./data/cache.ts";
import type { Resource, Saved } from "./data/resource.ts";
import type { Selection } from "./selection.ts";
import styles from "./list-screen.module.css";

interface SelectionBarProps {
  of: Resource;
  naming: Naming;
  selection: Selection;
  /** What the file of the export holds. */
  exported: Readonly<Record<string, string>>;
}

/** What can be done with the selected rows, floating above the foot of the list. */
export function SelectionBar({ of, naming, selection, exported }: SelectionBarProps) {
  const { t } = useLingui();
  const may = useMay();
  const words = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const archive = useArchiveMany(of);
  const ids = [...selection.ids];
  const count = ids.length;
  const name = words(count === 1 ? naming.one : naming.many);
  const confirm = async () => {
    const isDone = await archive.run(ids);
    setIsAsking(false);
    if (isDone) selection.clear();
  };
  return (
    <div className={styles.selection} role="toolbar" aria-label={t`Selection`}>
      <span className={styles.count}>
        <Trans>{count} selected</Trans>
      </span>
      <i />
      {of.archive && may(of.archive.can) && (
        <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
          <Trans>Archive</Trans>
        </Button>
      )}
      {of.exportCsv && (
        // At most as many as the query takes.
        <Button
          variant="subtle"
          color="gray"
          component="a"
          download
          href={urlOf(of.exportCsv, {
            query: { ids: ids.slice(0, 50).join(","), archived: "with", ...exported } as never,
          })}
        >
          <Trans>Export {Math.min(50, count)}</Trans>
        </Button>
      )}
      <i />
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={t`Clear the selection`} onClick={selection.clear}>
        <IconX size={15} />
      </ActionIcon>
      <ConfirmDialog
        title={
          <Trans>
            Archive {count} {name}?
          </Trans>
        }
        verb={t`Archive ${count} ${name}`}
        isOpen={isAsking}
        isBusy={archive.isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      >
        <Plural
          value={count}
          one="It leaves the lists and can be brought back from the archive."
          other="They leave the lists and can be brought back from the archive."
        />
      </ConfirmDialog>
    </div>
  );
}

/** Archives one record after another, since each may be refused for a reason of its own; offers to take it back. */
function useArchiveMany(of: Resource) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const step = async (route: Resource["archive"], ids: readonly string[]) => {
    const done: string[] = [];
    for (const id of ids) {
      if (!route) break;
      recordChanged(client, of, (await call(route, { id })) as unknown as Saved); // both steps reply with the record
      done.push(id);
    }
    return done;
  };
  const run = async (ids: readonly string[]): Promise<boolean> => {
    setIsBusy(true);
    try {
      const done = await step(of.archive, ids);
      toastDone(
        t`Archived`,
        of.restore ? { link: { label: t`Undo`, onClick: () => void step(of.restore, done).catch(toastProblem) } } : {},
      );
      return true;
    } catch (error) {
      toastProblem(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy };
}
