import { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { allows } from "#shared/permissions/permissions.ts";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

export type Search = Readonly<Record<string, string>>;
/** What a list can be asked, by name. */
type Questions = Readonly<Record<string, z.ZodType>>;

/** Of a list's query, what belongs to one page of it and to no view. */
const ofOnePage = ["limit", "cursor", "ids"];

/** What the list of that path can be asked; undefined where there is none, or the user may not see it. */
export function questionsOf(ctx: Pick<Ctx, "app" | "user">, list: string): Questions | undefined {
  const wanted: RouteShape = { method: "GET", path: list, can: "signed_in", summary: "" };
  const served = ctx.app.modules.servedAs(wanted);
  if (!(served?.query instanceof z.ZodObject) || !("cursor" in served.query.shape)) return undefined;
  if (!allows(ctx.user, permissionsOf(served.can))) return undefined;
  const { shape }: { shape: Readonly<Record<string, unknown>> } = served.query;
  const own = Object.entries(shape).filter(([name]) => !ofOnePage.includes(name));
  return Object.fromEntries(own) as Questions; // raw shapes hold Zod types
}

/**
 * Of what was saved, what the list still has, and the names of the rest: of a filter that is gone, of a filter by several
 * values one of which is gone, of an order. Which columns there are only the screen knows.
 */
export function fitted(questions: Questions, search: Search): { search: Search; leftOut: string[] } {
  const fitting = Object.entries(search).map(([name, value]) => ({
    name,
    value,
    left: fittedValue(questions, name, value),
  }));
  return {
    search: Object.fromEntries(fitting.flatMap(({ name, left }) => (left === undefined ? [] : [[name, left]]))),
    leftOut: fitting.filter(({ value, left }) => value !== left).map(({ name }) => name),
  };
}

/** Refuses what the list does not have, each by its name. */
export function refuseUnfit(questions: Questions, search: Search): void {
  const { leftOut } = fitted(questions, search);
  if (leftOut.length > 0)
    throw invalid(
      Object.fromEntries(leftOut.map((name) => [`search.${name}`, message("This list has no such filter or value.")])),
    );
}

function fittedValue(questions: Questions, name: string, value: string): string | undefined {
  if (name === "columns") return value;
  const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
  if (!question) return undefined;
  if (question.safeParse(value).success) return value;
  const some = value.split(",").filter((one) => question.safeParse(one).success);
  const left = some.join();
  return name !== "q" && some.length > 0 && question.safeParse(left).success ? left : undefined;
}
