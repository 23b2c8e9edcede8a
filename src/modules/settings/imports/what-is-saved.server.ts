import type { Ctx } from "#server/http/context.ts";
import { viewersOf } from "#server/live/viewers.ts";
import { seesAll } from "#server/records/own.ts";
import type { FieldChanges, Importer } from "#server/records/importer.ts";

/**
 * Whether the caller is shown every record of the kind that a file is about. Whoever is not may bring a file in, and is told what
 * their own file says, not what is saved.
 */
export function seesWhatIsSaved(
  ctx: Pick<Ctx, "user" | "app">,
  { entity, recordEntity = entity }: Pick<Importer, "entity" | "recordEntity">,
): boolean {
  const { served, records } = ctx.app.modules;
  const seen = viewersOf(served, records).get(recordEntity);
  return !(seen?.own || seen?.confidential) || seesAll(ctx, seen);
}

/** The same changes, which say that something was there and not what. */
export function withoutSaved(changes: FieldChanges | null): FieldChanges | null {
  if (!changes) return null;
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => [field, { from: from === null ? null : "…", to }]),
  );
}
