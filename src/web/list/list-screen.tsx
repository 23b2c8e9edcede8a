import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ComponentType, type ReactNode } from "react";
import type { z } from "zod";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { Note } from "#web/ui/note.tsx";
import { Screen } from "#web/ui/layout/screen.tsx";
import { LazyRecordDrawer, fetchForm } from "#web/form/lazy-drawer.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { capital } from "#shared/format/names.ts";
import IconLayoutRows from "@tabler/icons-react/dist/esm/icons/IconLayoutRows.mjs";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useMay } from "#web/api/session.tsx";
import { recordHref, useAddress } from "./data/address.ts";
import { ColumnMenu } from "./grid/column-menu.tsx";
import type { Column } from "./grid/columns.tsx";
import { FilterChips } from "./filters/filters.tsx";
import { Grid } from "./grid/grid.tsx";
import { Failed, GridSkeleton, NoMatch, NothingYet } from "./list-states.tsx";
import { ListFoot } from "./list-foot.tsx";
import { useColumnChoice, useDensity } from "./grid/preferences.ts";
import { sortNames, startSort, type FilterName, type RecordOf, type Resource, type Saved } from "./data/resource.ts";
import { ExportButton, useExportQuery } from "./export-button.tsx";
import { SearchField } from "./search-field.tsx";
import { useSelection } from "./selection.ts";
import type { BulkSteps } from "./selection-steps.tsx";
import { useFilters, type FilterChoice } from "./filters/use-filters.ts";
import { useList } from "./data/use-list.ts";
import { useListState } from "./data/use-list-state.ts";
import { viewSlot, type ListViewsProps } from "./view-slot.tsx";
import tools from "./tools.module.css";
import styles from "./list-screen.module.css";

const SelectionBar = lazyPart(() => import("./selection-bar.tsx"), "SelectionBar");

interface ListScreenProps<R extends Resource> {
  of: R;
  naming: Naming;
  columns: readonly Column<RecordOf<R>>[];
  filters?: readonly FilterChoice<R>[];
  /** The fields of a record, for the drawer that writes a new one. */
  form?: ComponentType;
  /** The screen that shows one record; without it, a record opens in the drawer. */
  opens?: string;
  /** The screen that writes a new one, where a drawer is too small for it. */
  newPath?: string;
  /** Ready views of the list as tabs: values of one of its filters, the first without any. */
  views?: ListViewsProps["ready"] & { filter: FilterName<R> };
  /** Steps that are offered for the rows that are selected. */
  bulk?: BulkSteps<RecordOf<R>>;
  /** The grey sentence beside the title. */
  summary?: ReactNode;
  /** Buttons of the entity's own, before Export and New; they may be about the rows that are selected. */
  actions?: ReactNode | ((selected: readonly RecordOf<R>[]) => ReactNode);
}

/**
 * The list of an entity, whole: `<ListScreen of={vendors} naming={naming} columns={columns} filters={["status"]}
 * form={VendorForm} opens="/warehouse/vendors/details" />`.
 */
export function ListScreen<R extends Resource>({
  of,
  naming,
  columns,
  filters: choices = [],
  form,
  opens,
  newPath,
  views,
  bulk,
  summary,
  actions,
}: ListScreenProps<R>) {
  const { t } = useLingui();
  const words = useWords();
  const may = useMay();
  const address = useAddress();
  const isOpening = viewSlot.useStart(of.list.path);
  const filters = useFilters(of, choices, columns);
  const names = filters.map(({ name }) => name).filter((name) => name !== "archived");
  const isKnown = (name: string, value: string) =>
    name === views?.filter && !names.includes(name)
      ? views.tabs.some((tab) => tab.name === value)
      : (of.list.query.shape[name] as z.ZodType).safeParse(value).success; // raw shapes hold Zod types
  const list = useListState(views ? [...names, views.filter] : names, isKnown);
  const { query } = list;
  const choice = useColumnChoice(of.list.path, columns);
  const density = useDensity();
  const { records, total, isFirstLoad, isStale, problem, updatedAt, loadMore, retry, hasFailedMore, retryMore } =
    useList(of, query as never, !isOpening); // the state holds only names of this list's query
  const selection = useSelection(records);
  const [isBusy, setBusy] = useState(false);

  const [one, many] = [words(naming.one), words(naming.many)];
  const sort = list.state.sort ?? startSort(of);
  const canCreate = of.create !== undefined && may(of.create.can) && (form !== undefined || newPath !== undefined);
  const canSelect = [of.archive, ...Object.values(bulk?.routes ?? {})].some((route) => route && may(route.can));
  const exported = useExportQuery(choice.visible);
  const writeNew = () =>
    address.go(newPath ? { path: newPath, search: {} } : { search: { ...address.search, form: "new" } });
  // A new record belongs to what the list is narrowed to: a bin to its location.
  const owners = choices.flatMap((choice) =>
    typeof choice === "object" && "of" in choice ? [[choice.name, list.state.filters[choice.name] ?? ""] as const] : [],
  );
  const start = Object.fromEntries(owners.filter(([, id]) => id !== "" && !id.includes(",")));
  const open = (record: RecordOf<R>) =>
    address.go(opens ? { path: opens, search: { id: record.id } } : { search: { ...address.search, id: record.id } });
  const closeDrawer = () => {
    const { form: _, id: __, ...search } = address.search;
    address.go({ search, replace: true });
  };
  const newButton = canCreate && (
    <Button
      leftSection={<IconPlus size={15} stroke={2} />}
      onClick={writeNew}
      onPointerEnter={fetchForm}
      onFocus={fetchForm}
    >
      <Trans>New {one}</Trans>
    </Button>
  );
  const isEmpty = records.length === 0;
  const isNew = isEmpty && !isFirstLoad && !problem && !list.isNarrowed;
  const narrowedBy = filters.filter(({ name }) => name in query).map(({ label }) => words(label));
  const chosen = views && list.state.filters[views.filter];
  const label = capital(many);
  const asked = { of, label, ready: views, chosen, filters, list, query, columns, columnText: choice.text };

  return (
    <Screen>
      <header className={styles.head}>
        <h1>{label}</h1>
        {summary && <span className={styles.summary}>{summary}</span>}
        <div className={styles.buttons}>
          {typeof actions === "function" ? actions(records.filter(({ id }) => selection.ids.has(id))) : actions}
          {of.exportCsv && !isNew && <ExportButton route={of.exportCsv} query={{ ...query, ...exported }} />}
          {!isNew && newButton}
        </div>
      </header>
      <viewSlot.Tabs {...asked} />
      {list.strange.map(([name, value]) => (
        <Note key={name} icon="warn">
          {name === views?.filter
            ? t`There is no view “${value}”. All ${many} are shown.`
            : t`The address asks for “${name}=${value}”, which this list does not have. It is left out.`}
        </Note>
      ))}
      {!isNew && (
        <div className={tools.tools}>
          <SearchField value={list.state.q} label={t`Search ${many}`} onSearch={list.search} />
          <FilterChips filters={filters} values={query} onChange={list.setFilter} />
          <viewSlot.Save {...asked} />
          <div className={`${tools.toolsEnd} ${styles.wide}`}>
            <Button
              variant="subtle"
              color="gray"
              className={styles.quiet}
              aria-pressed={density.isCompact}
              onClick={density.turn}
              leftSection={<IconLayoutRows size={15} stroke={1.7} />}
            >
              <Trans>Compact</Trans>
            </Button>
            <ColumnMenu choice={choice} />
          </div>
        </div>
      )}
      {isFirstLoad && <GridSkeleton columns={choice.visible} hasBoxes={canSelect} />}
      {problem && isEmpty && <Failed title={<Trans>The list did not load</Trans>} problem={problem} onRetry={retry} />}
      {isNew && <NothingYet naming={naming} actions={newButton} />}
      {!isFirstLoad && !problem && isEmpty && !isNew && (
        <NoMatch naming={naming} q={list.state.q} narrowedBy={narrowedBy} onClear={list.clear} />
      )}
      {!isEmpty && (
        <Grid
          label={label}
          columns={choice.visible}
          records={records}
          rowCount={total && !total.more ? total.count + 1 : undefined}
          sorting={{ names: sortNames(of), current: sort, onSort: list.sort }}
          selection={canSelect ? selection : undefined}
          isCompact={density.isCompact}
          isStale={isStale}
          hrefOf={(record) => recordHref(opens ?? address.path, record.id)}
          onOpen={opens || form ? open : undefined}
          onNearEnd={loadMore}
        />
      )}
      {!isEmpty && (
        <ListFoot
          naming={naming}
          total={total}
          selected={selection.ids.size}
          sort={sort}
          columns={columns}
          updatedAt={updatedAt}
          onRetryMore={hasFailedMore ? retryMore : undefined}
        />
      )}
      {(selection.ids.size > 0 || isBusy) && (
        <SelectionBar
          of={of}
          naming={naming}
          selection={selection}
          records={records.filter(({ id }) => selection.ids.has(id))}
          nameOf={(record) => columns[0]?.cell(record as RecordOf<R>)}
          bulk={bulk as BulkSteps<Saved> | undefined}
          exported={exported}
          onBusy={setBusy}
        />
      )}
      {form && (
        <LazyRecordDrawer
          of={of}
          naming={naming}
          form={form}
          id={opens ? null : ((address.search["id"] as string | undefined) ?? null)}
          isNew={address.search["form"] === "new"}
          start={start}
          onClose={closeDrawer}
        />
      )}
    </Screen>
  );
}
