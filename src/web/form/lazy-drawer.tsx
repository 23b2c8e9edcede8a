import { useEffect, type ComponentProps } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { fetchOverlays } from "#web/ui/overlays/side-drawer.tsx";
import { useWasOpen } from "#web/ui/overlays/use-was-open.ts";
import type { Resource } from "#web/list/data/resource.ts";
import { fetchInputs } from "./fields/fields.tsx";
import type { RecordDrawer } from "./record-drawer.tsx";

const quietMs = 8000;

const Drawer = lazyPart(() => import("./record-drawer.tsx"), "RecordDrawer");

/** Brings all code of a form, so that it opens at once, also when the network has gone by then. */
export function fetchForm(): void {
  Drawer.fetch();
  fetchOverlays();
  fetchInputs();
}

/** `RecordDrawer`, whose code comes when it opens, or when the screen has been quiet for a while. */
export function LazyRecordDrawer<R extends Resource>(props: ComponentProps<typeof RecordDrawer<R>>) {
  const isWanted = useWasOpen(props.isNew || props.id !== null);
  useEffect(() => {
    const timer = setTimeout(fetchForm, quietMs);
    return () => clearTimeout(timer);
  }, []);
  return isWanted && <Drawer {...props} />;
}
