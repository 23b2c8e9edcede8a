import { lazy, useEffect, type ComponentProps } from "react";
import { LazyBoundary } from "#web/api/lazy-boundary.tsx";
import { loadOverlays } from "#web/ui/overlays/side-drawer.tsx";
import { useWasOpen } from "#web/ui/overlays/use-was-open.ts";
import { chunk } from "#web/api/chunk.ts";
import type { Resource } from "#web/list/data/resource.ts";
import { loadInputs } from "./fields/fields.tsx";
import type { RecordDrawer } from "./record-drawer.tsx";

const quietMs = 8000;

const loadDrawer = () => chunk(() => import("./record-drawer.tsx"));
const Drawer = lazy(async () => ({ default: (await loadDrawer()).RecordDrawer }));

/** Brings all code of a form, so that it opens at once, also when the network has gone by then. */
export function loadForm(): void {
  // What fails now is asked for again when the form opens, and told then.
  Promise.all([loadDrawer(), loadOverlays(), loadInputs()]).catch(() => undefined);
}

/** `RecordDrawer`, whose code comes when it opens, or when the screen has been quiet for a while. */
export function LazyRecordDrawer<R extends Resource>(props: ComponentProps<typeof RecordDrawer<R>>) {
  const isWanted = useWasOpen(props.isNew || props.id !== null);
  useEffect(() => {
    const timer = setTimeout(loadForm, quietMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    isWanted && (
      <LazyBoundary>
        <Drawer {...(props as unknown as ComponentProps<typeof Drawer>)} />
      </LazyBoundary>
    )
  ); // lazy forgets the type parameter
}
