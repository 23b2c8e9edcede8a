import type { z } from "zod";
import type { QueryInput, ReplyOf, RouteShape } from "#shared/contract/contract.ts";

/** What every record of a list has. */
export interface Saved {
  readonly id: string;
  readonly version: number;
  readonly archivedAt: string | null;
  readonly abilities?: readonly string[] | undefined;
}

/** What the screens need to know of an entity: its contract, as `crud()` makes it. What is missing is not offered. */
export interface Resource {
  readonly list: RouteShape & { readonly query: z.ZodObject; readonly reply: z.ZodType<Page<Saved>> };
  readonly read: RouteShape & { readonly reply: z.ZodType<Saved> };
  readonly create?: RouteShape & { readonly body: z.ZodObject };
  readonly update?: RouteShape & { readonly body: z.ZodObject };
  readonly remove?: RouteShape;
  readonly archive?: RouteShape;
  readonly restore?: RouteShape;
  readonly exportCsv?: RouteShape;
  readonly history?: RouteShape;
}

export type RecordOf<R extends Resource> = ReplyOf<R["read"]> & Saved;
export type ListQuery<R extends Resource> = QueryInput<R["list"]>;
/** The names a list can be filtered by. */
export type FilterName<R extends Resource> = Exclude<
  keyof ListQuery<R>,
  "q" | "sort" | "limit" | "cursor" | "ids" | "archived"
> &
  string;

export interface Page<Rec> {
  readonly items: Rec[];
  readonly nextCursor: string | null;
  readonly total: Total | null;
}

export interface Total {
  readonly count: number;
  readonly more: boolean;
}

/** Whether the list replies with whole records, as `crud()` makes it; an entity may give its list smaller rows of its own. */
export const listsWholeRecords = (of: Resource): boolean => rowOf(of) === of.read.reply;

/** Whether a record says all that its row in the list says: then a row can be made of what was saved. */
export function isRowOfRecord(of: Resource): boolean {
  const record = of.read.reply as unknown as z.ZodObject; // an object, by the type of `read`
  return Object.keys((rowOf(of) as z.ZodObject).shape).every((name) => name in record.shape);
}

function rowOf(of: Resource): unknown {
  return (of.list.reply as unknown as z.ZodObject<{ items: z.ZodArray }>).shape.items.element; // a page, by the type of `list`
}

/** How a filter is answered: one of some values, a range of dates, or yes and no. */
export type FilterKind = { kind: "any"; options: readonly string[] } | { kind: "range" } | { kind: "yes" };

/** Reads from the contract how a filter is answered; values that are not an enum have no options here. */
export function filterKind(of: Resource, name: string): FilterKind {
  const type = inner(of.list.query.shape[name] as z.ZodType); // raw shapes hold Zod types
  const kind = type.meta()?.["filter"];
  if (kind === "range" || kind === "yes") return { kind };
  return { kind: "any", options: optionsOf(type) };
}

/** The names that can be sorted by, the list's own order first. */
export function sortNames(of: Resource): readonly string[] {
  return optionsOf(of.list.query.shape["sort"] as z.ZodType).filter((name) => !name.startsWith("-")); // as above
}

/** What the list is sorted by when nobody asks for anything else. */
export function startSort(of: Resource): string | undefined {
  const start = (of.list.query.shape["sort"] as z.ZodType).meta()?.["start"]; // as above
  return typeof start === "string" ? start : undefined;
}

function inner(type: z.ZodType): z.ZodType {
  return type.def.type === "optional" || type.def.type === "default"
    ? inner((type as z.ZodOptional<z.ZodType>).unwrap())
    : type; // both wrap one type
}

/** The values of the enum that lies at the end of pipes, arrays and wrappers. */
function optionsOf(type: z.ZodType): readonly string[] {
  const plain = inner(type);
  if (plain.def.type === "pipe") return optionsOf((plain as z.ZodPipe).out as z.ZodType); // the tag names the class, here and below
  if (plain.def.type === "array") return optionsOf((plain as z.ZodArray<z.ZodType>).element);
  return plain.def.type === "enum" ? (plain as z.ZodEnum).options.map(String) : [];
}
