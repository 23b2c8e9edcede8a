import { useEffect, useRef, useState } from "react";
import { useDebouncedCall } from "#web/api/debounce.ts";
import { saveDraft, type Details } from "./use-registration.web.ts";

const pauseMs = 500;

/** Keeps what is typed on the server, half a second after the last key and when the page is left; one write after the other. */
export function useDraftSaving() {
  const [state, setState] = useState<"kept" | "typing" | "failed">("kept");
  const last = useRef<Promise<void>>(Promise.resolve());
  const save = (details: Details) => {
    last.current = last.current
      .then(() => saveDraft(details))
      .then(
        () => setState("kept"),
        () => setState("failed"), // the next key tries again; what is typed still stands in the form
      );
  };
  const later = useDebouncedCall(save, { ms: pauseMs, flushOnUnmount: true });
  useEffect(() => {
    const flush = () => document.visibilityState === "hidden" && later.flush();
    document.addEventListener("visibilitychange", flush);
    return () => document.removeEventListener("visibilitychange", flush);
  }, [later]);
  return {
    state,
    keep(details: Details) {
      setState("typing");
      later(details);
    },
    /** Before the details are sent in: nothing may be written after them. */
    async stop() {
      later.cancel();
      await last.current;
    },
  };
}
