import { useLayoutEffect } from "react";

/**
 * `<html data-idle>` says that the page stands: no request of ours is on its way, no query is fetched, no change is
 * saved, no part of the program is loaded, no route is on its way to the screen, and no pause for the next letter
 * will end in any of these. It is absent until the first page stands, and goes in the same task in which something
 * begins. Tests and tools that look at a page wait for it. Not counted: the endless stream of events, announcements
 * that go by themselves, clocks that ask again every few seconds, and code fetched ahead before its fetch begins.
 */
const attribute = "data-idle";
/** React works an answer off in a few tasks, each of which may begin something: an idle moment before and one after. */
const momentsNeeded = 2;

const sources = new Set<() => boolean>();
let underWay = 0;
let isTold = false;
let isWaiting = false;
let moments = 0;

/** Counts something as under way until the returned function is called, at latest when it has failed. */
export function begin(): () => void {
  let isOver = false;
  underWay += 1;
  stir();
  return () => {
    if (isOver) return;
    isOver = true;
    underWay -= 1;
    stir();
  };
}

/** Counts a promise as under way, whatever becomes of it: `await busyUntil(fetch(address))`. */
export async function busyUntil<T>(work: Promise<T>): Promise<T> {
  const end = begin();
  try {
    return await work;
  } finally {
    end();
  }
}

/** The same for what a component shows: `useBusyWhile(map === null)`. */
export function useBusyWhile(isBusy: boolean): void {
  useLayoutEffect(() => (isBusy ? begin() : undefined), [isBusy]);
}

/** Something that counts for itself, asked whenever the page may be idle; it calls `stir` when it begins and when it ends. */
export function addIdleSource(isBusy: () => boolean): void {
  sources.add(isBusy);
  stir();
}

/** Something begins, ends or changes: the page is idle again once nothing else has for a moment. */
export function stir(): void {
  moments = 0;
  if (!isTold) return;
  document.documentElement.removeAttribute(attribute);
  if (!isWaiting) wait();
}

/** Starts to tell. Without a page, as in tests of single functions, it is only counted. */
export function tellIdle(): void {
  isTold = true;
  stir();
}

/** For tests. */
export const isBusy = (): boolean => underWay > 0 || [...sources].some((source) => source());

function wait(): void {
  isWaiting = true;
  // When no other task is ready, or after a limit; then behind what is more urgent, as all is that React has yet to do.
  if ("requestIdleCallback" in globalThis && "scheduler" in globalThis)
    requestIdleCallback(() => void scheduler.postTask(look, { priority: "background" }), { timeout: 100 });
  else setTimeout(look, 50);
}

function look(): void {
  isWaiting = false;
  if (isBusy()) return; // its end stirs again
  moments += 1;
  if (moments < momentsNeeded) wait();
  else document.documentElement.setAttribute(attribute, "");
}
