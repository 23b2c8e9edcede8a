import { z } from "zod";
import type { Step } from "#shared/flow/flow.ts";
import type { Can, Permission } from "#shared/permissions/permissions.ts";
import { version, timezone } from "#shared/fields/fields.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface RouteShape {
  readonly method: Method;
  /** Fastify's form; every `:id` is a uuid. */
  readonly path: string;
  readonly can: Can | readonly Can[];
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply?: z.ZodType;
  /** Kinds of records, beside those of its own address, of which its reply tells: a screen that shows it follows their changes. */
  readonly reads?: readonly string[];
  /** Given to the few routes that work on installation-wide tables: sign-in, links, companies, users. */
  readonly scope?: "installation";
  /** `none`: takes no Idempotency-Key and opens no transaction of its own (sign-in, uploads, streams). */
  readonly transaction?: "none";
  /** The body is multipart/form-data with one part `file`. */
  readonly takesFile?: true;
  /** The media type of the file that it answers with. */
  readonly gives?: `${string}/${string}`;
}

/** Declares one route; the types of its handler and of its caller follow from it. */
export function route<const R extends RouteShape>(r: R): R {
  return r;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
export type QueryOf<R extends RouteShape> = Out<R["query"]>;
export type BodyOf<R extends RouteShape> = Out<R["body"]>;
export type ReplyOf<R extends RouteShape> = R["reply"] extends z.ZodType ? z.output<R["reply"]> : void;
/** What a caller sends: before defaults and transformations. */
export type BodyInput<R extends RouteShape> = R["body"] extends z.ZodType ? z.input<R["body"]> : undefined;
export type QueryInput<R extends RouteShape> = R["query"] extends z.ZodType ? z.input<R["query"]> : undefined;

/** A decimal in a reply, as text that keeps each of its digits. */
export const numeric = z.string().meta({ format: "decimal" });
/** An instant in a reply, ISO 8601 in UTC. */
export const instant = z.string().meta({ format: "date-time" });
/** A business date, YYYY-MM-DD, of a century in which the clocks of all places can be told. */
export const date = z.iso.date().refine((day) => day >= "1900-01-01", "Give a date from 1900 on.");

/** The fields every saved record has. */
export const savedFields = {
  id: z.uuid(),
  version: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
  archivedAt: instant.nullable(),
  /** What the caller may do with it now beside its steps (`edit`, `archive` …); where one record is answered, not in lists. */
  abilities: z.array(z.string()).optional(),
};

/** The record of an input as it comes back: its fields, the ones every record has, and `extra`. */
export function saved<I extends z.ZodRawShape, E extends z.ZodRawShape>(
  input: z.ZodObject<I>,
  extra: E,
): z.ZodObject<typeof savedFields & Lax<I> & E> {
  return z.object({ ...savedFields, ...laxShape(input.shape), ...extra }) as never; // laxShape keeps each field's output type
}

type Lax<I extends z.ZodRawShape> = { [K in keyof I]: z.ZodType<z.output<I[K]>, z.output<I[K]>> };

/** Replies are stripped, not judged: formats, lengths and defaults of an input have no place in them. */
function laxShape(shape: z.ZodRawShape): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, lax(type as z.ZodType)])); // raw shapes hold Zod types
}

function lax(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodPrefault)
    return lax(type.unwrap() as z.ZodType);
  if (type instanceof z.ZodNullable) return lax(type.unwrap() as z.ZodType).nullable();
  if (type instanceof z.ZodPipe) return lax((type.out instanceof z.ZodTransform ? type.in : type.out) as z.ZodType);
  if (type instanceof z.ZodArray) return z.array(lax(type.element as z.ZodType));
  if (type instanceof z.ZodObject) return z.object(laxShape(type.shape));
  if (type instanceof z.ZodEnum || type instanceof z.ZodLiteral || type instanceof z.ZodBoolean) return type;
  if (type instanceof z.ZodNumber) return z.number();
  if (type instanceof z.ZodString || type instanceof z.ZodStringFormat) return z.string();
  return type;
}

/** Filters are by value (`status=draft,sent` means any of), by range (`2026-01-01..2026-02-01`, either end open), or a yes/no. */
export const anyOf = <T extends z.ZodType<unknown, string>>(value: T) =>
  z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(value).min(1).max(50))
    .meta({ filter: "any", ...(value instanceof z.ZodEnum ? { values: value.options } : {}) });
export const between = () =>
  z
    .string()
    .regex(/^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/, "Give a range like 2026-01-01..2026-02-01.")
    .refine(
      (text) => text.split("..").every((day) => day === "" || date.safeParse(day).success),
      "Give dates that there are, like 2026-01-01..2026-02-01.",
    )
    .meta({ filter: "range" });
export const yesNo = () => z.stringbool().meta({ filter: "yes" });

/** Exact to 1,000; beyond, `more` is true. */
/** What the CSV of a list may ask for beyond what its list asks for. */
export const exportOptions = {
  columns: z.string().max(2000).optional(),
  /** `words`: as the screen says it to this person; `codes`, unless given: for programs, and to be imported again. */
  values: z.enum(["codes", "words"]).default("codes"),
  /** The columns' headings, with "|" between them. */
  headings: z.string().max(4000).optional(),
  /** Whose clock shows the moments of `words`; UTC, unless given. */
  timezone: timezone.optional(),
};

export const listTotal = z.object({ count: z.number().int(), more: z.boolean() });

/** What happened to a record, newest first: its events as a person may read them. */
export const history = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      at: instant,
      actorKind: z.string(),
      actorName: z.string().nullable(),
      step: z.string(),
      fromStatus: z.string().nullable(),
      toStatus: z.string().nullable(),
      reason: z.string().nullable(),
      note: z.string().nullable(),
      changes: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});

interface CrudOptions<
  Rec extends z.ZodObject,
  In extends z.ZodObject,
  S extends string,
  F extends z.ZodRawShape,
  Row extends z.ZodObject,
> {
  /** One record, in words: "vendor", "purchase order". */
  name: string;
  record: Rec;
  /** One record in a list, where that shows less than the record; the same unless given. */
  row?: Row;
  input: In;
  /** Columns that can be sorted by, best first; each has its index. `-` before it in a query means downwards. */
  sort: readonly [S, ...S[]];
  /** What the list starts with. */
  defaultSort?: S | `-${S}`;
  filter?: F;
  view: Permission | readonly Permission[];
  edit: Permission;
  scope?: "installation";
}

/** The routes that every entity has. Returns plain route objects, so that each can be replaced. */
export function crud<
  P extends string,
  Rec extends z.ZodObject,
  In extends z.ZodObject,
  S extends string,
  F extends z.ZodRawShape = Record<never, never>,
  Row extends z.ZodObject = Rec,
>(path: P, o: CrudOptions<Rec, In, S, F, Row>) {
  const sorts = o.sort.flatMap((name) => [name, `-${name}`] as const);
  const listQuery = z.strictObject({
    q: z.string().trim().max(200).optional(),
    sort: z
      .enum(sorts as [S | `-${S}`, ...(S | `-${S}`)[]])
      .optional()
      .meta({ start: o.defaultSort ?? o.sort[0] }), // flatMap loses the tuple
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(2000).optional(),
    ids: anyOf(z.uuid()).optional(),
    archived: z.enum(["without", "with", "only"]).default("without"),
    ...optionalShape(o.filter),
  });
  const scope = o.scope ? { scope: o.scope } : {};
  const one = `${path}/:id` as const;
  const aOne = `${/^[aeio]/.test(o.name) ? "an" : "a"} ${o.name}`;
  return {
    list: route({
      method: "GET",
      path,
      can: o.view,
      summary: `List ${o.name} records`,
      query: listQuery,
      reply: z.object({
        items: z.array((o.row ?? o.record) as Row),
        nextCursor: z.string().nullable(),
        total: listTotal.nullable(),
      }),
      ...scope,
    }),
    exportCsv: route({
      method: "GET",
      path: `${path}/export.csv` as const,
      can: o.view,
      summary: `Export ${o.name} records as CSV`,
      query: listQuery.extend(exportOptions),
      transaction: "none" as const,
      gives: "text/csv" as const,
      ...scope,
    }),
    read: route({ method: "GET", path: one, can: o.view, summary: `Read one ${o.name}`, reply: o.record, ...scope }),
    history: route({
      method: "GET",
      path: `${one}/history` as const,
      can: o.view,
      summary: `What happened to one ${o.name}`,
      reply: history,
      ...scope,
    }),
    create: route({
      method: "POST",
      path,
      can: o.edit,
      summary: `Create ${aOne}`,
      body: z.strictObject(o.input.shape) as unknown as In,
      reply: o.record,
      ...scope,
    }), // strict only at run time; the same type
    update: route({
      method: "PUT",
      path: one,
      can: o.edit,
      summary: `Update ${aOne}`,
      body: z.strictObject({
        ...o.input.shape,
        version: z.number().int().min(1).max(2_000_000_000),
      }) as unknown as WithVersion<In>,
      reply: o.record,
      ...scope,
    }), // as above
    remove: route({
      method: "DELETE",
      path: one,
      can: o.edit,
      summary: `Remove ${aOne} that nothing refers to`,
      query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
      ...scope,
    }),
    archive: route({
      method: "POST",
      path: `${one}/archive` as const,
      can: o.edit,
      summary: `Archive ${aOne}`,
      reply: o.record,
      ...scope,
    }),
    restore: route({
      method: "POST",
      path: `${one}/restore` as const,
      can: o.edit,
      summary: `Bring ${aOne} back from the archive`,
      reply: o.record,
      ...scope,
    }),
  };
}

type WithVersion<In extends z.ZodObject> = z.ZodObject<In["shape"] & { version: z.ZodNumber }>;
type OptionalShape<F extends z.ZodRawShape> = { [K in keyof F]: z.ZodOptional<F[K]> };

function optionalShape<F extends z.ZodRawShape>(shape: F | undefined): OptionalShape<F> {
  return Object.fromEntries(
    Object.entries(shape ?? {}).map(([name, type]) => [name, z.optional(type)]),
  ) as OptionalShape<F>; // maps key by key
}

type SeenVersion<T extends Step> = T["decides"] extends true ? z.ZodNumber : z.ZodOptional<z.ZodNumber>;
type StepBody<T extends Step> =
  T["input"] extends z.ZodObject<infer Shape>
    ? z.ZodObject<Shape & { version: SeenVersion<T> }>
    : z.ZodObject<{ version: SeenVersion<T> }>;
interface StepRoute<P extends string, T extends Step, Rec extends z.ZodType> extends RouteShape {
  readonly method: "POST";
  readonly path: `${P}/:id/${string}`;
  readonly body: StepBody<T>;
  readonly reply: Rec;
}

/** One `POST /:id/<step>` for each step of a flow; camelCase steps have kebab-case paths. */
export function stepRoutes<P extends string, T extends Readonly<Record<string, Step>>, Rec extends z.ZodType>(
  path: P,
  f: { readonly steps: T },
  record: Rec,
): { [K in keyof T]: StepRoute<P, T[K], Rec> } {
  return Object.fromEntries(
    Object.entries(f.steps).map(([name, step]) => [
      name,
      route({
        method: "POST",
        path: `${path}/:id/${kebab(name)}`,
        can: step.can,
        summary: step.summary ?? `Step: ${name}`,
        body: z.strictObject({ ...step.input?.shape, version: step.decides ? version : version.optional() }),
        reply: record,
      }),
    ]),
  ) as never; // one route per key of f.steps, built just above
}

/** `shortClose` → `short-close`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
