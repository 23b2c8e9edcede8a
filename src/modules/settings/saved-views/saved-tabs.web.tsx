import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment, useEffect, useEffectEvent } from "react";
import { useUser } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import type { ListViewsProps } from "#web/list/view-slot.tsx";
import { ViewTab, ViewTabs } from "#web/list/view-tabs.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/note.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { useWords } from "#web/ui/values/labels.ts";
import type { Search } from "./saved-search.web.ts";
import { shownNow, useSavedViews, useViewChanges } from "./use-saved-views.web.ts";
import { ViewMenu, viewMenuId } from "./view-menu.web.tsx";
import { viewParam } from "./view-param.ts";

/** The ready views of a list and behind them the person's own; nothing where there are neither. */
export function SavedTabs(props: ListViewsProps) {
  const { of, label, ready, chosen, list, filters } = props;
  const { t } = useLingui();
  const words = useWords();
  const size = useIsPhone() ? "md" : "compact-sm";
  const { go } = useAddress();
  const hasStart = useUser().listStarts[of.list.path] !== undefined;
  const { views, open, isAsking, saved, isUnfit, isAltered, searchOf } = useSavedViews(props);
  const changes = useViewChanges(of.list.path);

  const show = (search: Search) => go({ search, replace: true });
  const reset = () => open && saved && show({ ...saved.search, [viewParam]: open.id });
  const fit = useEffectEvent(reset);
  useEffect(() => {
    if (isUnfit) fit();
  }, [isUnfit]);

  if (!ready && views.length === 0) return null;
  const choose = (name: string | null) => {
    if (ready && !open) return list.setFilter(ready.filter, name);
    const filter = ready && name !== null ? { [ready.filter]: name } : {};
    show(hasStart ? { ...filter, [viewParam]: "none" } : filter);
  };
  const save = async () => {
    if (!open) return;
    await changes.update(open, { search: shownNow(props) });
    toastDone(t`View saved`, { line: open.name });
  };
  /** What is pressed goes with what it does: the focus goes to the menu of the view, which stays. */
  const andStay = (work: () => unknown) => {
    document.getElementById(viewMenuId)?.focus();
    void Promise.resolve(work()).catch(toastProblem);
  };
  const labelOf = (name: string) => words(filters.find((filter) => filter.name === name)?.label ?? name);
  const lost = saved ? [...saved.leftOut.map(labelOf), ...saved.lostColumns.map(words)].join(", ") : "";
  return (
    <>
      <ViewTabs
        label={label}
        tabs={ready?.tabs ?? [{ name: "all", title: t`All` }]}
        chosen={open || isAsking ? null : chosen}
        onChoose={choose}
      >
        {views.map((view, at) => (
          <Fragment key={view.id}>
            <ViewTab isChosen={view === open} onChoose={() => show(searchOf(view))}>
              {view.name}{" "}
              {view === open && isAltered && (
                <em>
                  <Trans>altered</Trans>
                </em>
              )}
            </ViewTab>
            {view === open && (
              <ViewMenu
                view={view}
                at={at}
                last={views.length - 1}
                isAltered={isAltered}
                onSave={() => andStay(save)}
                onReset={() => andStay(reset)}
                onRemoved={() => show({})}
              />
            )}
          </Fragment>
        ))}
        {isAltered && (
          <Row isTight gap={4}>
            <Button variant="subtle" size={size} onClick={() => andStay(save)}>
              <Trans>Save changes</Trans>
            </Button>
            <Button variant="subtle" color="gray" size={size} onClick={() => andStay(reset)}>
              <Trans>Reset</Trans>
            </Button>
          </Row>
        )}
      </ViewTabs>
      {lost !== "" && (
        <Note
          icon="warn"
          actions={
            <Button variant="default" size={size} onClick={() => andStay(save)}>
              <Trans>Save without it</Trans>
            </Button>
          }
        >
          <Trans>This view was saved with what the list no longer has, and is shown without it: {lost}.</Trans>
        </Note>
      )}
    </>
  );
}
