import { useWindowEvent } from "@mantine/hooks";
import { useState } from "react";
import { useDebouncedCall } from "#web/api/debounce.ts";
import { useSession } from "#web/api/session.tsx";
import { Trans } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import type { FormValues } from "./fields/values.ts";

const pauseMs = 400;

interface Draft<Typed> {
  /** The version that was changed; a newer one is told by the server when this is saved. */
  readonly version: number | null;
  readonly values: Typed;
}

/**
 * Keeps what is typed in this tab until it is saved or discarded, so that a lost session, a reload or a crash loses
 * nothing. Each user has their own; the tab's end forgets all.
 */
export function useDraft<Typed = FormValues>(path: string, id: string | null) {
  const { user } = useSession();
  // As it was when the form opened: by the time a lost session is noticed there is no user any more.
  const [entry] = useState(() => `waybill-draft:${user?.userId ?? ""}:${path}:${id ?? "new"}`);
  const [kept] = useState(() => read<Typed>(entry));
  const keepLater = useDebouncedCall((draft: Draft<Typed>) => sessionStorage.setItem(entry, JSON.stringify(draft)), {
    ms: pauseMs,
    flushOnUnmount: true,
  });
  useWindowEvent("pagehide", keepLater.flush); // what was typed just before a reload
  return {
    kept,
    keep: keepLater,
    forget() {
      keepLater.cancel();
      sessionStorage.removeItem(entry);
    },
  };
}

function read<Typed>(entry: string): Draft<Typed> | null {
  const text = sessionStorage.getItem(entry);
  return text === null ? null : (JSON.parse(text) as Draft<Typed>); // only this file writes there
}

/** Says that what was typed before is there again. */
export const DraftNote = () => (
  <Note icon="wait">{<Trans>What you typed before is back. It is not saved yet.</Trans>}</Note>
);
