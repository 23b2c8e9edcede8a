import { lazy } from "react";
import { LazyBoundary } from "#web/api/lazy-boundary.tsx";
import { chunk } from "#web/api/chunk.ts";
import type { OverlayProps } from "./overlays.tsx";
import { useWasOpen } from "./use-was-open.ts";

/** Brings the code of drawers and dialogs before one of them opens. */
export const loadOverlays = () => chunk(() => import("./overlays.tsx"));

const LazyDrawer = lazy(async () => ({ default: (await loadOverlays()).overlays.SideDrawer }));
const LazyDialog = lazy(async () => ({ default: (await loadOverlays()).overlays.Dialog }));

/** A right drawer of 440, on a phone the whole screen. Its children may end in a bar that stays at the foot. */
export function SideDrawer(props: OverlayProps) {
  return (
    useWasOpen(props.isOpen) && (
      <LazyBoundary>
        <LazyDrawer {...props} />
      </LazyBoundary>
    )
  );
}

/** A dialog of 420 in the middle, for choosing and confirming. */
export function Dialog(props: OverlayProps) {
  return (
    useWasOpen(props.isOpen) && (
      <LazyBoundary>
        <LazyDialog {...props} />
      </LazyBoundary>
    )
  );
}
