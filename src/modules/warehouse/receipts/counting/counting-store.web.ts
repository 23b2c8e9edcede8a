import { newKey } from "#web/api/new-key.ts";
import { withoutLast, type Deed, type Entry, type Expected } from "./counting.web.ts";
import type { ReceiptBody } from "./receipt-body.web.ts";

/** What is being counted of one delivery: kept in this browser from the first scan until it is posted. */
export interface Counting {
  /** The receipt's clientReceiptKey and its Idempotency-Key. */
  readonly key: string;
  readonly entries: readonly Entry[];
  readonly deliveryNote: string;
  readonly note: string;
  readonly overrideReason: string;
  /** Set by "Post": exactly this is sent, again and again, until the server has answered. */
  readonly body: ReceiptBody | null;
  /** What the server refused; the counting can be corrected then. */
  readonly refusal: Refusal | null;
}

export interface Refusal {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

const prefix = "waybill-receiving:";
const expectedPrefix = "waybill-expected:";
const cache = new Map<string, { text: string; value: unknown }>();
const listeners = new Set<() => void>();
let isFull = false;

/** The name under which a user's counting of a delivery is kept. */
export const entryOf = (userId: string, deliveryId: string): string => `${prefix}${userId}:${deliveryId}`;

/** The countings of a user that lie in this browser, by delivery. */
export function countingsOf(userId: string): readonly { entry: string; deliveryId: string; counting: Counting }[] {
  const start = entryOf(userId, "");
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(start))
    .flatMap((entry) => {
      const counting = readCounting(entry);
      return counting ? [{ entry, deliveryId: entry.slice(start.length), counting }] : [];
    });
}

export function readCounting(entry: string): Counting | null {
  return read(entry) as Counting | null; // only changeCounting writes it
}

/** Changes a counting, or begins it; what another tab wrote meanwhile is kept. */
export function changeCounting(
  entry: string,
  change: Partial<Counting> | ((counting: Counting) => Partial<Counting>),
): void {
  const before = readCounting(entry) ?? {
    key: newKey(),
    entries: [],
    deliveryNote: "",
    note: "",
    overrideReason: "",
    body: null,
    refusal: null,
  };
  const part = typeof change === "function" ? change(before) : change;
  write(entry, { ...before, ...part });
}

/** Keeps what was done. What waits to be sent is not changed any more. */
export function addEntry(entry: string, ...deeds: readonly Deed[]): void {
  if (readCounting(entry)?.body) return;
  changeCounting(entry, ({ entries }) => ({
    entries: [...entries, ...deeds.map((deed) => ({ ...deed, id: newKey() }))],
    refusal: null,
  }));
}

/** Takes back the last thing that was done. */
export function undoLast(entry: string): void {
  if (readCounting(entry)?.body) return;
  changeCounting(entry, ({ entries }) => ({ entries: withoutLast(entries), refusal: null }));
}

export function dropCounting(entry: string): void {
  unkept.delete(entry);
  localStorage.removeItem(entry);
  localStorage.removeItem(expectedPrefix + entry.slice(prefix.length));
  tell();
}

/** What the server said last about a delivery, for a browser that is opened again without the network. */
export function keptExpected(entry: string): Expected | null {
  return read(expectedPrefix + entry.slice(prefix.length)) as Expected | null; // only keepExpected writes it
}

export function keepExpected(entry: string, expected: Expected): void {
  write(expectedPrefix + entry.slice(prefix.length), expected);
}

// Without storage (private windows, no room) the counting lives as long as the page, and the screen says so.
const unkept = new Map<string, string>();

function read(name: string): unknown {
  const text = unkept.get(name) ?? localStorage.getItem(name);
  if (text === null) return null;
  const known = cache.get(name);
  if (known?.text === text) return known.value;
  const value: unknown = JSON.parse(text);
  cache.set(name, { text, value });
  return value;
}

function write(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(name, text);
    unkept.delete(name);
    isFull = false;
  } catch {
    unkept.set(name, text);
    isFull = true;
  }
  tell();
}

/** The countings that lie in this browser, and how much is in them. */
export const countingsKept = (): string =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${name} ${localStorage.getItem(name)?.length}`)
    .join("|");

/** Whether this browser keeps what is counted. */
export const isKept = (): boolean => !isFull;

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls it whenever a counting changes in this tab, until the answer is called. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
