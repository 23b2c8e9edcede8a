import { useSyncExternalStore } from "react";
import { keep, kept, type Phone } from "./phone-store.web.ts";

/** What was begun in forms and not reported yet, by trip, record and form. */
type Drafts = Readonly<Record<string, unknown>>;

let phone: Phone | null = null;
let drafts: Drafts = {};
const listeners = new Set<() => void>();

function change(next: Drafts): void {
  drafts = next;
  for (const listener of listeners) listener();
  if (phone) void keep(phone, "drafts", drafts).catch(() => undefined); // a browser that keeps nothing says so elsewhere
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Takes up what this person began on this phone; of whoever had it before, nothing is left here. */
export async function openDrafts(of: Phone): Promise<void> {
  if (phone?.owner === of.owner) return;
  [phone, drafts] = [null, {}];
  drafts = (await kept(of, "drafts").catch(() => null)) ?? {};
  phone = of;
}

/** Under what a form keeps what was begun in it. */
export const draftKey = (tripId: string, what: string, id = ""): string => [tripId, id, what].join(":");

/** What was begun in a form, which stays when its form is left: `const [given, give] = useDraft(key, { reason: "" })`. */
export function useDraft<D extends object>(key: string, empty: D): readonly [D, (part: Partial<D>) => void] {
  const all = useSyncExternalStore(subscribe, () => drafts);
  const draftIn = (from: Drafts): D => ({ ...empty, ...(from[key] as Partial<D> | undefined) }); // only this writes it
  const give = (part: Partial<D>) => {
    const next = { ...draftIn(drafts), ...part };
    if (JSON.stringify(next) === JSON.stringify(empty)) dropDrafts(key);
    else change({ ...drafts, [key]: next });
  };
  return [draftIn(all), give];
}

/** Says whether something was begun in a form. */
export function useBegun(): (key: string) => boolean {
  const all = useSyncExternalStore(subscribe, () => drafts);
  return (key) => key in all;
}

/** What was begun is reported, or is no longer wanted. */
export const dropDrafts = (...keys: readonly string[]): void => dropWhere((key) => keys.includes(key));

/** Of trips that are gone nothing is kept. */
export const keepDraftsOf = (tripIds: readonly string[]): void =>
  dropWhere((key) => !tripIds.includes(key.split(":")[0] ?? ""));

function dropWhere(isDropped: (key: string) => boolean): void {
  const left = Object.entries(drafts).filter(([key]) => !isDropped(key));
  if (left.length < Object.keys(drafts).length) change(Object.fromEntries(left));
}
