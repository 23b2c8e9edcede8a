import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Trans, useLingui } from "@lingui/react/macro";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import { useState, type ComponentType, type ReactNode } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { Archived, StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { SummaryBar, type SummaryCell } from "#web/ui/summary-bar.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { LazyRecordDrawer, fetchForm } from "#web/form/lazy-drawer.tsx";
import { useAddress } from "#web/list/data/address.ts";
import type { RecordOf, Resource } from "#web/list/data/resource.ts";
import { useRecord } from "#web/list/data/use-record.ts";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { HeadActions, Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { DetailContext } from "./context.ts";
import { DetailSkeleton } from "./detail-skeleton.tsx";
import { RecordMissing } from "./detail-states.tsx";
import { History } from "./history.tsx";
import { RecordMenu } from "./record-menu.tsx";
import { useSettling } from "./use-settling.ts";
import styles from "./detail.module.css";

const RecordForm = lazyPart(() => import("#web/form/record-form.tsx"), "RecordForm");

interface DetailScreenProps<R extends Resource> {
  of: R;
  naming: Naming;
  title: (record: RecordOf<R>) => string;
  /** The state's chip beside the title, and how the history draws states. */
  state?: { of: (record: RecordOf<R>) => string; statusStyles: StatusStyles<string> };
  /** The grey sentence beside the title. */
  summary?: (record: RecordOf<R>) => ReactNode;
  strip?: (record: RecordOf<R>) => readonly SummaryCell[];
  /** The fields; without them the record is changed elsewhere. */
  form?: ComponentType;
  /** Above the history. */
  rail?: (record: RecordOf<R>) => ReactNode;
  children?: ReactNode | ((record: RecordOf<R>) => ReactNode);
}

/** The page of one record, by `?id=`: head, strip, its own parts, history beside it; without an id the form of a new one. */
export function DetailScreen<R extends Resource>(props: DetailScreenProps<R>) {
  const address = useAddress();
  const id = typeof address.search["id"] === "string" ? address.search["id"] : null;
  const { record, problem, retry } = useRecord(props.of, id);
  if (id === null) return <NewRecord {...props} />;
  if (record) return <Loaded key={id} {...props} record={record} />;
  return problem ? <RecordMissing naming={props.naming} problem={problem} onRetry={retry} /> : <DetailSkeleton />;
}

function NewRecord<R extends Resource>({ of, naming, form }: DetailScreenProps<R>) {
  const words = useWords();
  const one = words(naming.one);
  const { path, go } = useAddress();
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>New {one}</Trans>
        </h1>
      </ScreenHead>
      {form && (
        <RecordForm
          of={of}
          naming={naming}
          form={form}
          record={null}
          onSaved={(record) => go({ search: { id: record.id }, replace: true })}
          onCancel={() => go({ path: listPath(path), search: {} })}
        />
      )}
    </Screen>
  );
}

type Part = "record" | "history";

function Loaded<R extends Resource>({
  of,
  naming,
  title,
  state,
  summary,
  strip,
  form,
  rail,
  children,
  record,
}: DetailScreenProps<R> & { record: RecordOf<R> }) {
  const { t } = useLingui();
  const { path, search, go } = useAddress();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [part, setPart] = useState<Part>("record");
  const hasRail = useMediaQuery("(min-width: 75em)", true, { getInitialValueInEffect: false });
  const name = title(record);
  useCrumb(name);
  const settling = useSettling(`${record.version} ${"steps" in record ? String(record.steps) : ""}`);
  const canEdit = form !== undefined && hasAbility(record, "edit");
  const main = (
    <section className={styles.main} aria-label={name} tabIndex={0} hidden={!hasRail && part !== "record"}>
      {strip && <SummaryBar cells={strip(record)} />}
      {typeof children === "function" ? children(record) : children}
    </section>
  );
  const side = (
    <aside className={styles.rail} aria-label={t`History`} tabIndex={0}>
      {rail?.(record)}
      {of.history && <History of={of} id={record.id} statusStyles={state?.statusStyles} />}
    </aside>
  );
  const tabs = [
    { name: "record", title: t`Record` },
    { name: "history", title: t`History` },
  ] as const;
  return (
    <DetailContext value={{ of, naming, record, place }}>
      <Screen>
        <ScreenHead>
          <h1>{name}</h1>
          {state && <StateChip statusStyles={state.statusStyles} state={state.of(record)} />}
          <Archived record={record} />
          {summary && <Text tone="dim">{summary(record)}</Text>}
          <HeadActions>
            <span ref={setPlace} className={styles.place} data-settling={settling || undefined} />
            {canEdit && (
              <Button
                variant="default"
                leftSection={<IconPencil size={15} stroke={1.7} />}
                onPointerEnter={fetchForm}
                onFocus={fetchForm}
                onClick={() => go({ search: { ...search, form: "edit" } })}
              >
                <Trans>Edit</Trans>
              </Button>
            )}
            <RecordMenu title={name} onRemoved={() => go({ path: listPath(path), search: {}, replace: true })} />
          </HeadActions>
        </ScreenHead>
        {hasRail ? (
          <div className={styles.columns}>
            {main}
            {side}
          </div>
        ) : (
          <Tabs<Part> label={name} tabs={tabs} chosen={part} onChoose={setPart}>
            {main}
            {part === "history" && side}
          </Tabs>
        )}
      </Screen>
      {form && (
        <LazyRecordDrawer
          of={of}
          naming={naming}
          form={form}
          id={search["form"] === "edit" ? record.id : null}
          isNew={false}
          onClose={() => go({ search: { id: record.id }, replace: true })}
        />
      )}
    </DetailContext>
  );
}

/** The list that a detail screen belongs to: the paths of the specification end in `/details`. */
function listPath(path: string): string {
  return path.replace(/\/[^/]+$/, "");
}
