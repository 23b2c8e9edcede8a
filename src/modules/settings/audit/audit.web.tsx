import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Naming } from "#web/ui/values/labels.ts";
import { SiteZone } from "#web/ui/values/use-format.ts";
import { useAddress } from "#web/list/data/address.ts";
import { FilterChips } from "#web/list/filters/filters.tsx";
import { Grid } from "#web/list/grid/grid.tsx";
import { Failed, GridSkeleton, NoMatch, NothingYet } from "#web/list/list-states.tsx";
import { ListFoot } from "#web/list/list-foot.tsx";
import { useColumnChoice, useDensity } from "#web/list/grid/preferences.ts";
import { SearchField } from "#web/list/search-field.tsx";
import tools from "#web/list/tools.module.css";
import { useList } from "#web/list/data/use-list.ts";
import { useListState } from "#web/list/data/use-list-state.ts";
import { useUser } from "#web/api/session.tsx";
import { Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { audit, auditEvent } from "./audit.contract.ts";
import { AuditDrawer } from "./audit-drawer.web.tsx";
import { SealLine } from "./seal-line.web.tsx";
import { AuditTools, AuditExport } from "./audit-tools.web.tsx";
import { useAuditColumns } from "./use-audit-columns.web.tsx";
import { useAuditFilters } from "./use-audit-filters.web.ts";

const naming: Naming = {
  one: msg`event`,
  many: msg`events`,
  about: msg`Whatever somebody does here is noted, and the notes are never changed or removed.`,
};
/** An event is read from the list only. */
const resource = { list: audit.list, read: { ...audit.list, reply: auditEvent } };

/** The audit trail of the company, on the company's clock. */
export const AuditTrail = () => (
  <SiteZone value={useUser().company.timezone}>
    <Trail />
  </SiteZone>
);

/** A list in the order of time and in no other, so it is put together of the list's parts. */
function Trail() {
  const { t } = useLingui();
  const { search, go } = useAddress();
  const {
    state,
    query: asked,
    isNarrowed,
    ...list
  } = useListState(["actor", "entity", "step", "at", "entityId", "address"]);
  const { sort: _, archived: __, ...query } = asked;
  const filters = useAuditFilters(state.filters);
  const choice = useColumnChoice(audit.list.path, useAuditColumns());
  const density = useDensity();
  const { records, total, isFirstLoad, isStale, problem, updatedAt, loadMore, retry, hasFailedMore, retryMore } =
    useList(resource, query);
  const isEmpty = records.length === 0;
  const open = records.find(({ id }) => id === search["id"]);
  const close = () => {
    const { id: ___, ...rest } = search;
    go({ search: rest, replace: true });
  };
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Audit trail</Trans>
        </h1>
        <SealLine />
        <AuditExport query={query} columns={choice.visible} />
      </ScreenHead>
      <div className={tools.tools}>
        <SearchField value={state.q} label={t`Search by record`} onSearch={list.search} />
        <FilterChips filters={filters} values={state.filters} onChange={list.setFilter} />
        <AuditTools density={density} choice={choice} />
      </div>
      {isFirstLoad && <GridSkeleton columns={choice.visible} hasBoxes={false} />}
      {problem && isEmpty && <Failed title={<Trans>The list did not load</Trans>} problem={problem} onRetry={retry} />}
      {!isFirstLoad &&
        !problem &&
        isEmpty &&
        (isNarrowed ? (
          <NoMatch
            naming={naming}
            q={state.q}
            narrowedBy={filters
              .filter(({ name }) => name in state.filters)
              .map(({ label }) => (typeof label === "string" ? label : t(label)))}
            onClear={list.clear}
          />
        ) : (
          <NothingYet naming={naming} />
        ))}
      {!isEmpty && (
        <>
          <Grid
            label={t`Audit trail`}
            columns={choice.visible}
            records={records}
            rowCount={total && !total.more ? total.count + 1 : undefined}
            isCompact={density.isCompact}
            isStale={isStale}
            onOpen={({ id }) => go({ search: { ...search, id } })}
            onNearEnd={loadMore}
          />
          <ListFoot
            naming={naming}
            total={total}
            selected={0}
            sort="-at"
            columns={choice.all}
            updatedAt={updatedAt}
            onRetryMore={hasFailedMore ? retryMore : undefined}
          />
        </>
      )}
      {open && <AuditDrawer event={open} onClose={close} />}
    </Screen>
  );
}
