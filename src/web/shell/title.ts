import { useLayoutEffect } from "react";
import { notePage } from "../api/chunk.ts";
import { addIdleSource, stir } from "../api/idle.ts";

let isTold = false;
addIdleSource(() => !isTold);

/**
 * The title of the page, set in the same task that shows it: `useTabTitle("Waybill | Vendors")`. Until the first
 * page has one it does not stand, whatever React has still put off.
 */
export function useTabTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title;
    if (isTold) return;
    isTold = true;
    notePage();
    stir();
  }, [title]);
}
