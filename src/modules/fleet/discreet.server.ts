import type { Ctx, EventDetails } from "#server/http/context.ts";

/** What a history says instead of a value that it keeps to itself. */
export const unsaid = { from: "…", to: "…" };

/**
 * The same context with a history that names these fields when they were changed, and not what stood or stands there: it
 * would outlive the erasure of the person.
 */
export function discreet(ctx: Ctx, fields: readonly string[]): Ctx {
  const withoutValues = ({ changes = {}, ...details }: EventDetails): EventDetails => {
    const told = Object.entries(changes).map(([field, values]) => [field, fields.includes(field) ? unsaid : values]);
    return { ...details, changes: Object.fromEntries(told) as EventDetails["changes"] }; // the same fields
  };
  return Object.create(ctx, {
    emit: {
      value: (...[name, subject, details]: Parameters<Ctx["emit"]>) =>
        ctx.emit(name, subject, details && withoutValues(details)),
    },
  }) as Ctx; // it has all that `ctx` has
}
