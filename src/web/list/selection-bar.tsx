import { ActionIcon, Button } from "@mantine/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import type { RouteShape } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useStep } from "#web/detail/use-step.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { listKey, recordChanged } from "./data/cache.ts";
import type { Resource, Saved } from "./data/resource.ts";
import { ExportButton } from "./export-button.tsx";
import { useOneByOne, type Outcome } from "./one-by-one.ts";
import { RefusedDialog } from "./refused-dialog.tsx";
import type { Selection } from "./selection.ts";
import { SelectionSteps, type BulkSteps, type ChosenStep } from "./selection-steps.tsx";
import styles from "./list-screen.module.css";

interface SelectionBarProps<Rec> {
  of: Resource;
  naming: Naming;
  selection: Selection;
  /** The rows that are selected. */
  records: readonly Rec[];
  /** The record's name, as the list draws it. */
  nameOf: (record: Rec) => ReactNode;
  bulk?: BulkSteps<Rec> | undefined;
  /** What the file of the export holds. */
  exported: Readonly<Record<string, string>>;
  /** Whether something is under way, or has to be read: the bar stays then, whatever the list shows. */
  onBusy: (isBusy: boolean) => void;
}

const idOf = ({ id }: Saved) => id;

/** What can be done with the selected rows, floating above the foot of the list. Each is done, or refused, for itself. */
export function SelectionBar<Rec extends Saved>({
  of,
  naming,
  selection,
  records,
  nameOf,
  bulk,
  exported,
  onBusy,
}: SelectionBarProps<Rec>) {
  const { t } = useLingui();
  const may = useMay();
  const words = useWords();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [refused, setRefused] = useState<Outcome<Rec>["refused"]>([]);
  const { progress, run, stop } = useOneByOne<Rec>();
  const step = useStep(of, { quiet: true });
  const isBusy = progress !== null || refused.length > 0;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  const count = records.length;
  const called = (many: number) => words(many === 1 ? naming.one : naming.many);

  const write = async (route: RouteShape, record: Pick<Saved, "id">) =>
    recordChanged(client, of, (await call(route, { id: record.id })) as unknown as Saved); // both steps reply with the record
  const tell = ({ done, left, isSeen, ...outcome }: Outcome<Rec>, said: string, more = {}) => {
    if (done.length > 0) toastDone(said, { line: `${done.length} ${called(done.length)}`, ...more });
    if (outcome.refused.some(({ isLost }) => isLost)) void client.invalidateQueries({ queryKey: listKey(of) });
    if (!isSeen && left.length > 0)
      toastDone(t`Not done: ${left.length} ${called(left.length)}`, {
        icon: "warn",
        tone: "a",
        line: outcome.refused[0]?.why ?? t`You left the page while it was going on.`,
      });
    setRefused(outcome.refused);
    selection.keep(left.map(idOf));
  };
  const archive = async () => {
    const { archive: route, restore } = of;
    setIsAsking(false);
    if (!route) return;
    const outcome = await run(records, (record) => write(route, record));
    const undo = async () => {
      for (const record of outcome.done) if (restore) await write(restore, record);
    };
    tell(
      outcome,
      t`Archived`,
      restore ? { link: { label: t`Undo`, onClick: () => void undo().catch(toastProblem) } } : {},
    );
  };
  const take = async ({ verb, route, records: fitting, input, done }: ChosenStep<Rec>) => {
    const otherwise: string[] = [];
    const outcome = await run(fitting, async (record) => {
      const after = await step.mutateAsync({ route, record, input });
      const said = after && done?.(after as unknown as { status: string }); // a flow's record has a status
      if (said) otherwise.push(words(said));
    });
    const ends = [...Map.groupBy(otherwise, (said) => said)].map(([said, { length }]) => `${length}: ${said}`);
    const line = [`${outcome.done.length} ${called(outcome.done.length)}`, ...ends].join(", ");
    tell(outcome, t`${verb}: done`, { line });
  };

  return (
    <div className={styles.selection} role="toolbar" aria-label={t`Selection`}>
      {progress ? (
        <>
          <span className={styles.count} role="status">
            <Trans>
              {progress.at} of {progress.of}
            </Trans>
          </span>
          <progress className={styles.progress} max={progress.of} value={progress.at} aria-label={t`Progress`} />
          <Button variant="subtle" color="gray" onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        </>
      ) : (
        <>
          <span className={styles.count}>
            <Trans>{count} selected</Trans>
          </span>
          <i />
          {bulk && (
            <SelectionSteps
              bulk={bulk}
              naming={naming}
              records={records}
              nameOf={nameOf}
              onStep={(asked) => void take(asked)}
            />
          )}
          {of.archive && may(of.archive.can) && (
            <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
              <Trans>Archive</Trans>
            </Button>
          )}
          {of.exportCsv && ( // at most as many as the query takes
            <ExportButton
              route={of.exportCsv}
              query={{ ids: records.slice(0, 50).map(idOf).join(), archived: "with", ...exported }}
              variant="subtle"
              color="gray"
              leftSection={null}
              className=""
            >
              <Trans>Export {Math.min(50, count)}</Trans>
            </ExportButton>
          )}
          <i />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t`Clear the selection`}
            onClick={selection.clear}
          >
            <IconX size={15} />
          </ActionIcon>
        </>
      )}
      <ConfirmDialog
        title={
          <Trans>
            Archive {count} {called(count)}?
          </Trans>
        }
        verb={t`Archive ${count} ${called(count)}`}
        isOpen={isAsking}
        onConfirm={() => void archive()}
        onClose={() => setIsAsking(false)}
      >
        <Plural
          value={count}
          one="It leaves the lists and can be brought back from the archive."
          other="They leave the lists and can be brought back from the archive."
        />
      </ConfirmDialog>
      {refused.length > 0 && <RefusedDialog refused={refused} nameOf={nameOf} onClose={() => setRefused([])} />}
    </div>
  );
}
