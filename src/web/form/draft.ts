import { useState } from "react";
import { useDebouncedCall } from "#web/api/debounce.ts";
import { useSession } from "#web/api/session.tsx";
import type { FormValues } from "./fields/values.ts";

const pauseMs = 400;

interface Draft {
  /** The version that was changed; a newer one is told by the server when this is saved. */
  readonly version: number | null;
  readonly values: FormValues;
}

/**
 * Keeps what is typed in this tab until it is saved or discarded, so that a lost session, a reload or a crash loses
 * nothing. Each user has their own; the tab's end forgets all.
 */
export function useDraft(path: string, id: string | null) {
  const { user } = useSession();
  // As it was when the form opened: by the time a lost session is noticed there is no user any more.
  const [entry] = useState(() => `waybill-draft:${user?.userId ?? ""}:${path}:${id ?? "new"}`);
  const [kept] = useState(() => read(entry));
  const keepLater = useDebouncedCall((draft: Draft) => sessionStorage.setItem(entry, JSON.stringify(draft)), {
    ms: pauseMs,
    flushOnUnmount: true,
  });
  return {
    kept,
    keep: keepLater,
    forget() {
      keepLater.cancel();
      sessionStorage.removeItem(entry);
    },
  };
}

function read(entry: string): Draft | null {
  const text = sessionStorage.getItem(entry);
  return text === null ? null : (JSON.parse(text) as Draft); // only this file writes there
}
