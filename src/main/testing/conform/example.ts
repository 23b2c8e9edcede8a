import type { BodyInput, RouteShape } from "#shared/contract/contract.ts";
import type { Client } from "#main/testing/test-app.ts";

type Created<C> = C extends { readonly create: infer R extends RouteShape } ? BodyInput<R> : never;
type Updated<C> = C extends { readonly update: infer R extends RouteShape } ? Partial<BodyInput<R>> : never;

export interface Example<C> {
  /** The entity in words, as the title of its tests: "vendors". */
  readonly name: string;
  /** A body that `create` takes, another one for each `n`. `admin` may do everything in its company, to prepare what the body refers to. */
  readonly valid: (n: number, admin: Client) => Created<C> | Promise<Created<C>>;
  /** What an update changes; for contracts with one. */
  readonly change?: Updated<C>;
  /** A free line of text that `create` takes, lists show and the search finds; `name` where nothing is said. */
  readonly text?: string;
  /** The table, where it is not the last part of the path. */
  readonly table?: string;
  /** Bodies of further routes, by their name in the contract, where the smallest valid one is not enough. */
  readonly bodies?: { readonly [K in keyof C]?: unknown };
  /** A value for each filter that is no field of the record. */
  readonly filters?: Readonly<Record<string, string>>;
  /** The step that has to end a new record before it can be archived. */
  readonly endsBy?: keyof C & string;
  /** SQL statements that `create` may need, where its rows make them more than 4; more than 5 only with a reason. */
  readonly statements?: { readonly create: number; readonly because?: string };
}
