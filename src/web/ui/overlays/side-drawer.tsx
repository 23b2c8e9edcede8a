import { lazyPart } from "#web/api/lazy-part.tsx";
import type { OverlayProps } from "./overlays.tsx";
import { useWasOpen } from "./use-was-open.ts";

const LazyDrawer = lazyPart(() => import("./overlays.tsx"), "MantineDrawer");
const LazyDialog = lazyPart(() => import("./overlays.tsx"), "MantineDialog");

/** Brings the code of drawers and dialogs before one of them opens. */
export const fetchOverlays = () => LazyDrawer.fetch();

/** A right drawer of 440, on a phone the whole screen. Its children may end in a bar that stays at the foot. */
export const SideDrawer = (props: OverlayProps) => useWasOpen(props.isOpen) && <LazyDrawer {...props} />;

/** A dialog of 420 in the middle, for choosing and confirming. */
export const Dialog = (props: OverlayProps) => useWasOpen(props.isOpen) && <LazyDialog {...props} />;
