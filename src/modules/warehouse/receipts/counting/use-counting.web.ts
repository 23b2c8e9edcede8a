import { useSyncExternalStore } from "react";
import { useUser } from "#web/api/session.tsx";
import { countingsKept, entryOf, isKept, listen, readCounting, type Counting } from "./counting-store.web.ts";

/** Calls it whenever a counting changes, here or in another tab. */
function subscribe(listener: () => void): () => void {
  const end = listen(listener);
  addEventListener("storage", listener);
  return () => {
    end();
    removeEventListener("storage", listener);
  };
}

/** The counting of a delivery as it lies in this browser, and whether this browser keeps it. */
export function useCounting(deliveryId: string): { entry: string; counting: Counting | null; isKept: boolean } {
  const { userId } = useUser();
  const entry = entryOf(userId, deliveryId);
  const counting = useSyncExternalStore(subscribe, () => readCounting(entry));
  return { entry, counting, isKept: useSyncExternalStore(subscribe, isKept) };
}

/** How many countings lie in this browser, so that a list of them is drawn again when one comes or goes. */
export function useCountingsChange(): string {
  return useSyncExternalStore(subscribe, countingsKept);
}
