import { ActionIcon, Button } from "@mantine/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { RouteShape } from "#shared/contract/contract.ts";
import { call, urlOf } from "#web/api/api.ts";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useStep } from "#web/detail/use-step.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { recordChanged } from "./data/cache.ts";
import type { Resource, Saved } from "./data/resource.ts";
import { useOneByOne, type Outcome } from "./one-by-one.ts";
import { RefusedDialog } from "./refused-dialog.tsx";
import type { Selection } from "./selection.ts";
import { SelectionSteps, type BulkSteps } from "./selection-steps.tsx";
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
}

/** What can be done with the selected rows, floating above the foot of the list. Each is done, or refused, for itself. */
export function SelectionBar<Rec extends Saved>({
  of,
  naming,
  selection,
  records,
  nameOf,
  bulk,
  exported,
}: SelectionBarProps<Rec>) {
  const { t } = useLingui();
  const may = useMay();
  const words = useWords();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [refused, setRefused] = useState<Outcome<Rec>["refused"]>([]);
  const { progress, run, stop } = useOneByOne<Rec>();
  const step = useStep(of, { quiet: true });
  const count = records.length;
  const called = (many: number) => words(many === 1 ? naming.one : naming.many);

  const write = async (route: RouteShape, record: Pick<Saved, "id">) =>
    recordChanged(client, of, (await call(route, { id: record.id })) as unknown as Saved); // both steps reply with the record
  const tell = ({ done, refused: left }: Outcome<Rec>, said: string, more = {}) => {
    if (done.length > 0) toastDone(said, { line: `${done.length} ${called(done.length)}`, ...more });
    setRefused(left);
    selection.keep(left.map(({ record }) => record.id));
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
  const take: StepTaken<Rec> = async ({ verb, route, records: fitting, input }) =>
    tell(await run(fitting, (record) => step.mutateAsync({ route, record, input })), t`${verb}: done`);

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
          {of.exportCsv && (
            // At most as many as the query takes.
            <Button
              variant="subtle"
              color="gray"
              component="a"
              download
              href={urlOf(of.exportCsv, {
                query: {
                  ids: records
                    .slice(0, 50)
                    .map(({ id }) => id)
                    .join(","),
                  archived: "with",
                  ...exported,
                } as never,
              })}
            >
              <Trans>Export {Math.min(50, count)}</Trans>
            </Button>
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

type StepTaken<Rec> = (step: {
  verb: string;
  route: RouteShape;
  records: readonly Rec[];
  input: Record<string, unknown>;
}) => Promise<void>;
