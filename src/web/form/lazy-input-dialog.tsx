import { lazyPart } from "#web/api/lazy-part.tsx";

/** `InputDialog`, whose code comes when it opens. */
export const LazyInputDialog = lazyPart(() => import("./input-dialog.tsx"), "InputDialog");
