import { lazy, type ComponentProps } from "react";
import { LazyBoundary } from "#web/api/lazy-boundary.tsx";
import { chunk } from "#web/api/chunk.ts";
import type { InputDialog } from "./input-dialog.tsx";

const Loaded = lazy(async () => ({ default: (await chunk(() => import("./input-dialog.tsx"))).InputDialog }));

/** `InputDialog`, whose code comes when it opens. */
export function LazyInputDialog(props: ComponentProps<typeof InputDialog>) {
  return (
    <LazyBoundary>
      <Loaded {...props} />
    </LazyBoundary>
  );
}
