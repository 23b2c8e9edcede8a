import type { Module } from "#shared/contract/module.ts";
import type { RecordKind } from "#shared/contract/record.ts";
import { menusOf, type MenuBadges } from "#shared/contract/screens.ts";
import type { StateList } from "#shared/flow/state-list.ts";
import type { Holder } from "#shared/permissions/permissions.ts";
import type { RouteShape } from "#shared/contract/contract.ts";
import type { Ctx, SessionUser } from "./context.ts";
import type { Db } from "../db/database.ts";
import type { Importer } from "../records/importer.ts";
import type { Job, Reaction } from "../jobs/reactions.ts";
import type { RecordTable } from "../records/records.ts";
import type { Served } from "./serve.ts";

declare module "./context.ts" {
  // Here and not there: a module speaks of contexts, and files go round in no circle.
  interface AppParts {
    readonly modules: Modules;
  }
}

/** A kind of record whose table the compiler has seen. */
export type ServedRecord = RecordKind & { readonly table: RecordTable };

/** Records that hold codes of a company's reference list as plain text, where no foreign key watches over them. */
export interface ListUse {
  /** The list whose codes they hold. */
  readonly list: string;
  /** The code as these records take it; throws for one that they would refuse. */
  code(given: string): string;
  /** Throws 409 while a record holds the code. */
  refuseUsed(ctx: Ctx, code: string): Promise<void>;
  /** Throws 409 where what a value stands for may not become something else while a record holds the code. */
  refuseMeaning?(ctx: Ctx, code: string, before: unknown, after: unknown): Promise<void>;
}

interface ServerParts {
  /** Contracts with their handlers. A function where they speak of the records of all modules. */
  readonly serves: readonly (Served | ((records: readonly ServedRecord[]) => Served))[];
  readonly records: readonly ServedRecord[];
  readonly jobs?: readonly Job[];
  /** Reactions in the transaction of the event that they name, in this order. */
  readonly reactions?: readonly Reaction[];
  /** What stands beside the entries of its menu. */
  readonly badges?: (ctx: Ctx, user: SessionUser) => Promise<MenuBadges>;
  readonly importers?: readonly Importer[];
  readonly usedBy?: readonly ListUse[];
  /** What a new company begins with; the transaction works in that company. In this order. */
  readonly companyDefaults?: readonly ((db: Db) => Promise<void>)[];
  /** Columns of tables that are no record's, as `personal` of a record says it. */
  readonly personal?: RecordKind["personal"];
  readonly notPersonal?: RecordKind["notPersonal"];
}

/** A module with everything that its server side adds. */
export interface ServerModule extends ServerParts {
  readonly module: Module;
}

/** Declares the server half of a module: `serverModule(warehouse, { serves: [vendors, …], records: [vendorRecord, …] })`. */
export function serverModule(module: Module, parts: ServerParts): ServerModule {
  return { module, ...parts };
}

/** All modules together, for whoever needs to know of every record, screen or job. Handlers have it as `ctx.app.modules`. */
export interface Modules {
  readonly all: readonly ServerModule[];
  readonly served: readonly Served[];
  /** The route that is served for this one, which an entity may have narrowed; undefined where none is. */
  servedAs(route: RouteShape): RouteShape | undefined;
  readonly records: readonly ServedRecord[];
  readonly jobs: readonly Job[];
  readonly reactions: readonly Reaction[];
  readonly personalColumns: Readonly<Record<string, readonly string[]>>;
  readonly notPersonal: Readonly<Record<string, string>>;
  readonly stateLists: Readonly<Record<string, StateList>>;
  readonly usedBy: readonly ListUse[];
  /** The modules in which somebody has a screen. */
  of(user: Holder): readonly ServerModule[];
  importerOf(entity: string): Importer | undefined;
  /** Gives a new company what each module has for it; the transaction works in that company. */
  fillCompany(db: Db): Promise<void>;
}

/** Puts modules together, in the order in which people choose among them. Throws when two of them claim the same name. */
export function composeModules(all: readonly ServerModule[]): Modules {
  const records = all.flatMap((one) => one.records);
  const importers = all.flatMap(({ importers: own = [] }) => own);
  const describing = [...records, ...all];
  const entries = <T>(pick: (one: RecordKind | ServerModule) => Readonly<Record<string, T>> | undefined) =>
    describing.flatMap((one) => Object.entries(pick(one) ?? {}));
  const once = <T>(what: string, named: readonly (readonly [string, T])[]): Readonly<Record<string, T>> => {
    const names = named.map(([name]) => name);
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    if (twice.length > 0) throw new Error(`${what} that two claim: ${twice.join(", ")}`);
    return Object.fromEntries(named);
  };
  once(
    "modules",
    all.map(({ module }) => [module.id, module]),
  );
  once(
    "records",
    records.map((one) => [one.entity, one]),
  );
  // The platform's own routes come first in the API document: the settings close the menu.
  const served = all
    .toReversed()
    .flatMap(({ serves }) => serves.map((one) => (typeof one === "function" ? one(records) : one)));
  const called = ({ method, path }: RouteShape) => `${method} ${path}`;
  const routes = new Map(
    served.flatMap(({ contract }) => Object.values(contract)).map((route) => [called(route), route]),
  );
  return {
    all,
    served,
    servedAs: (route) => routes.get(called(route)),
    records,
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    reactions: all.flatMap(({ reactions = [] }) => reactions),
    personalColumns: once(
      "tables with personal columns",
      entries(({ personal }) => personal),
    ),
    notPersonal: once(
      "columns that are not personal",
      entries(({ notPersonal }) => notPersonal),
    ),
    stateLists: once(
      "lists of states",
      records.flatMap(({ states = {} }) => Object.entries(states)),
    ),
    usedBy: all.flatMap(({ usedBy = [] }) => usedBy),
    of: (user) => all.filter(({ module }) => menusOf(module.screens, user).length > 0),
    importerOf: (entity) => importers.find((one) => one.entity === entity),
    async fillCompany(db) {
      for (const fill of all.flatMap(({ companyDefaults = [] }) => companyDefaults)) await fill(db);
    },
  };
}
