import { sql } from "kysely";
import type { historyOf } from "#server/audit/events.ts";
import type { Ctx } from "#server/http/context.ts";
import { unsaid } from "../../discreet.server.ts";

/*
 * A stop that is no location of the company's is somebody's door. Whoever sees deliveries, plans trips or dispatches them reads
 * whom it is for and where; so does a driver, of their own trips. Whoever is shown trips and nothing of these reads the town.
 */

const knowers = ["CAN_VIEW_FLEET_DELIVERIES", "CAN_PLAN_TRIPS", "CAN_DISPATCH_TRIPS"] as const;

/** Whether the caller reads of stops more than their town. Who is shown no trips but their own drives there. */
export const seesPlaces = (ctx: Pick<Ctx, "can">): boolean =>
  !ctx.can("CAN_VIEW_TRIPS") || knowers.some((permission) => ctx.can(permission));

/** The town of a stop `s`: what stands last in its address, behind the postal code. */
const town = sql`btrim(substring(s.address from
  ',[[:space:]]*(?:[A-Z]{0,2}-?[0-9][0-9A-Za-z-]*[[:space:]]+(?:[A-Z]{2}[[:space:]]+)?)?([^,0-9]+)$'))`;

/** What a stop `s` at a location `l` is called, for somebody who sees places or does not; null where nothing can be said. */
export const stopNameFor = (isWhole: boolean) =>
  isWhole ? sql`coalesce(l.name, s.name, s.address)` : sql`coalesce(l.name, ${town})`;

/** What stands instead of columns of a stop `s` for somebody who does not see places. */
export const instead = {
  name: sql`null::text`,
  address: town,
  instructions: sql`null::text`,
  outcomeReason: sql`null::text`,
  latitude: sql`null::text`,
  longitude: sql`null::text`,
} as const;

/** What somebody asks a list for: words of whoever does not see places are looked for by another filter, which finds no door. */
export function askedOf<Q extends { q?: string | undefined }>(ctx: Pick<Ctx, "can">, query: Q, filter: string): Q {
  const { q, ...others } = query;
  return seesPlaces(ctx) || q === undefined ? query : ({ ...others, [filter]: q } as unknown as Q); // the list that they see has it
}

type History = Awaited<ReturnType<typeof historyOf>>;

/** A history of a trip or of a stop without what it tells of places, and without what was written of them. */
export function withoutPlaces({ items }: History): History {
  return {
    items: items.map((item) => {
      const told = Object.entries(item.changes ?? {});
      const isOfStop = told.some(([field]) => field === "stop" || field === "stops");
      if (!isOfStop) return item;
      const changes = told.map(([field, value]) => [field, field.startsWith("stop") ? unsaid : value]);
      return { ...item, reason: null, changes: Object.fromEntries(changes) as Record<string, unknown> };
    }),
  };
}
