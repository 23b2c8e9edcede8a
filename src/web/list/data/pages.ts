import type { InfiniteData } from "@tanstack/react-query";
import type { Page, Saved, Total } from "./resource.ts";

/** The loaded pages of a list. */
export type Pages = InfiniteData<Page<Saved>, string | undefined>;
export type Query = Readonly<Record<string, unknown>>;

/** Each record once: one that came in front is met again on its own page. */
export function rowsOf<Rec extends Saved>(pages: readonly Page<Rec>[]): Rec[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((record) => [record.id, record] as const))).values()];
}

/** Whether a record would be in the list of a query, as far as its own fields can tell. */
export function matches(record: Saved, query: Query): boolean | "unknown" {
  const answers = Object.entries(query).map(([name, wanted]) => matchesOne(record, name, wanted));
  if (answers.includes(false)) return false;
  return answers.includes("unknown") ? "unknown" : true;
}

function matchesOne(record: Saved, name: string, wanted: unknown): boolean | "unknown" {
  if (wanted === undefined || wanted === "" || name === "sort" || name === "limit") return true;
  if (name === "archived") return isShown(record, wanted);
  const value: unknown = Reflect.get(record, name);
  if (name === "q" || value === undefined || typeof wanted !== "string") return "unknown";
  if (typeof value === "boolean") return wanted === String(value);
  const [from, until] = wanted.split("..");
  if (until !== undefined)
    return (
      typeof value === "string" && value.slice(0, 10) >= (from ?? "") && (until === "" || value.slice(0, 10) <= until)
    );
  return wanted.split(",").includes(String(value));
}

export function isShown(record: Saved, archived: unknown): boolean {
  if (archived === "with") return true;
  return (record.archivedAt !== null) === (archived === "only");
}

export function queryOfKey(key: readonly unknown[]): Query {
  return (key[2] ?? {}) as Query; // listKey put it there
}

export function holds(pages: Pages, id: string): boolean {
  return pages.pages.some((page) => page.items.some((record) => record.id === id));
}

export function withFront(pages: Pages, record: Saved): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      items: index === 0 ? [record, ...page.items] : page.items,
      total: counted(page.total, 1),
    })),
  };
}

export function replaced(pages: Pages, record: Saved): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.map((one) => (one.id === record.id ? { ...one, ...record } : one)),
    })),
  };
}

export function without(pages: Pages, id: string): Pages {
  if (!holds(pages, id)) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.filter((record) => record.id !== id),
      total: counted(page.total, -1),
    })),
  };
}

function counted(total: Total | null, change: number): Total | null {
  return total && !total.more ? { ...total, count: total.count + change } : total;
}
