import { useEffect, useEffectEvent, useState } from "react";
import { LazyBoundary } from "#web/api/lazy-boundary.tsx";
import { lazyPart, lazyPartWithin } from "#web/api/lazy-part.tsx";
import { useUser } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { ReadyViews, type ListViewsProps, type viewSlot } from "#web/list/view-slot.tsx";
import { viewParam } from "./view-param.ts";

const SavedTabs = lazyPartWithin(() => import("./saved-tabs.web.tsx"), "SavedTabs");
const SaveView = lazyPart(() => import("./save-view.web.tsx"), "SaveView");

/** What every list has of the views that people save; the code behind it comes with the first list. */
export const viewParts: typeof viewSlot = { Tabs, Save: SaveView, useStart };

function Tabs(props: ListViewsProps) {
  return (
    <LazyBoundary fallback={<ReadyViews {...props} />}>
      <SavedTabs {...props} />
    </LazyBoundary>
  );
}

/** A list whose address says nothing opens with the person's default view; any other address says that it is not that view. */
function useStart(list: string): boolean {
  const { path, search, go } = useAddress();
  const [own] = useState(path); // on the way to another screen the address is that one's already
  const start = useUser().listStarts[list];
  const isBare = Object.keys(search).length === 0;
  const isUnsaid = start !== undefined && path === own && search[viewParam] === undefined;
  const say = useEffectEvent(() =>
    go({ search: isBare && start ? start : { ...search, [viewParam]: "none" }, replace: true }),
  );
  useEffect(() => {
    if (isUnsaid) say();
  }, [isUnsaid]);
  return isUnsaid && isBare;
}
