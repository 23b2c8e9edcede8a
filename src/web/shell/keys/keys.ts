import { useSyncExternalStore } from "react";

let isShown = false;
const listeners = new Set<() => void>();

/** Opens the list of keyboard shortcuts. */
export const showKeys = () => say(true);

/** Closes it. */
export const hideKeys = () => say(false);

/** Whether it is open, as a hook. */
export const useKeysShown = () => useSyncExternalStore(subscribe, () => isShown);

function say(shown: boolean): void {
  isShown = shown;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
