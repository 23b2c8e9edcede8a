import { useSyncExternalStore } from "react";
import { busyUntil } from "../../api/idle.ts";
import { lazyPart } from "../../api/lazy-part.tsx";
import { asProblem } from "../../api/problem.ts";
import type { Toast } from "./toast-host.tsx";

type More = Partial<Omit<Toast, "title">>;

/** Says that something is done: `toastDone(t`Saved successfully`, { line: t`PO-2026-01851 is a draft now.` })`. */
export function toastDone(title: string, more: More = {}): void {
  show({ icon: "done", tone: "g", title, ...more });
}

/** Says what went wrong; 401 and 403 are the session's business and say nothing (specification, section 8). */
export function toastProblem(error: unknown, more: More = {}): void {
  const problem = asProblem(error);
  if (problem.isSilent) return;
  const isConflict = problem.status === 409;
  show({ icon: isConflict ? "warn" : "bad", tone: isConflict ? "a" : "x", title: problem.message, ...more });
}

/** Fetches the code of the toasts ahead, so that losing the network can be said without it. */
export const preloadToasts = () => loadHost().catch(() => undefined); // it is tried again with the first toast

const loadHost = () => busyUntil(import("./toast-host.tsx"));
const Host = lazyPart(() => import("./toast-host.tsx"), "ToastHost");
let isWanted = false;
const listeners = new Set<() => void>();

/** The place where toasts appear; its code is loaded with the first of them. */
export function Toasts() {
  const isHere = useSyncExternalStore(subscribe, () => isWanted);
  return isHere && <Host />;
}

function show(toast: Toast): void {
  isWanted = true;
  for (const listener of listeners) listener();
  loadHost().then(
    ({ pushToast }) => pushToast(toast),
    () => undefined,
  ); // without the network and without its code there is no place to say it
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
