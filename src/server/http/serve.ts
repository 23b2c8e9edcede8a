import type { BodyOf, QueryOf, ReplyOf, RouteShape } from "#shared/contract/contract.ts";
import type { BareCtx, Ctx } from "./context.ts";

/** What a handler is given besides its context: everything validated. */
export interface Req<R extends RouteShape> {
  /** The `:id` of the path; empty where there is none. */
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

type Context<R extends RouteShape> = R["transaction"] extends "none" ? BareCtx : Ctx;
export type Handler<R extends RouteShape> = (ctx: Context<R>, req: Req<R>) => Promise<ReplyOf<R>>;
export type Handlers<C extends Readonly<Record<string, RouteShape>>> = { readonly [K in keyof C]: Handler<C[K]> };

/** A contract with its handlers, ready for the app; the compiler has seen that each route has one. */
export interface Served {
  readonly contract: Readonly<Record<string, RouteShape>>;
  readonly handlers: Readonly<Record<string, Handler<RouteShape>>>;
}

/** Binds handlers to a contract: `export default serve(vendors, { ...crudHandlers(vendors, …) })`. */
export function serve<C extends Readonly<Record<string, RouteShape>>>(contract: C, handlers: Handlers<C>): Served {
  return { contract, handlers: handlers as unknown as Served["handlers"] }; // each handler is called with what its own route validated
}
