import { lazy, Suspense, type ComponentProps } from "react";
import { chunk } from "#web/chunk.ts";
import type { InputDialog } from "./input-dialog.tsx";

const Loaded = lazy(async () => ({ default: (await chunk(() => import("./input-dialog.tsx"))).InputDialog }));

/** `InputDialog`, whose code comes when it opens. */
export function LazyInputDialog(props: ComponentProps<typeof InputDialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
