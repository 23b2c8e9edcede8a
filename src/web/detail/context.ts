import { createContext, use } from "react";
import type { Naming } from "#web/ui/values/labels.ts";
import type { Resource, Saved } from "#web/list/data/resource.ts";

export interface Detail {
  readonly of: Resource;
  readonly naming: Naming;
  readonly record: Saved;
  /** The place in the head line where actions stand. */
  readonly place: HTMLElement | null;
}

export const DetailContext = createContext<Detail | null>(null);

/** The record of the detail screen around. */
export function useDetail(): Detail {
  const detail = use(DetailContext);
  if (!detail) throw new Error("This stands outside of a DetailScreen.");
  return detail;
}
