import { sql } from "kysely";
import { readSite } from "#modules/settings/locations/site.server.ts";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Delivery } from "../delivery-plan.server.ts";
import { realTimeKeys, type RealTimeKey } from "./real-times.contract.ts";

const minute = 60_000;
/** A phone's clock may be wrong by some minutes. */
const clockSkew = 5 * minute;
const day = 24 * 60 * minute;
/** What is written down later than this may be a slip in the date; a company that dates receipts further back knows why. */
const certainDays = 31;

export type RealTimes = Readonly<Record<RealTimeKey, string | null>>;

/** When it happened: as told, or now; not in the future, and not before what the company dates back. */
export async function happenedAt(ctx: Ctx, at: string | null, field = "at"): Promise<string> {
  const now = Date.now();
  if (at === null) return new Date(now).toISOString();
  if (Date.parse(at) > now + clockSkew) throw invalid({ [field]: message("This lies in the future.") });
  if (Date.parse(at) < now - certainDays * day) await assertDatedBack(ctx, (now - Date.parse(at)) / day, field);
  return Date.parse(at) > now ? new Date(now).toISOString() : at;
}

/** A month, and as far back as the company dates receipts back: what happened is never told at another time than its own. */
async function assertDatedBack(ctx: Ctx, ago: number, field: string): Promise<void> {
  const { rows } = await sql<{ days: number }>`
    select greatest(receipt_backdate_days, ${certainDays})::int as days from companies where id = current_company()`.execute(
    ctx.db,
  );
  const days = rows[0]?.days ?? certainDays;
  if (ago > days)
    throw invalid({
      [field]: message(
        "This is more than {days} days ago. Look at the date; if it is right, the company's profile has to date receipts further back.",
        { days },
      ),
    });
}

const earlier: Readonly<Record<RealTimeKey, (at: { time: string; date: string }) => Sentence>> = {
  gateInAt: (at) => message("The truck arrived at {time} on {date}: this cannot have been before.", at),
  dockedAt: (at) => message("The truck came to the dock at {time} on {date}: this cannot have been before.", at),
  unloadStartAt: (at) => message("Unloading began at {time} on {date}: this cannot have been before.", at),
  unloadEndAt: (at) => message("Unloading ended at {time} on {date}: this cannot have been before.", at),
  dockClearedAt: (at) => message("The truck left the dock at {time} on {date}: this cannot have been before.", at),
  gateOutAt: (at) => message("The truck left at {time} on {date}: this cannot have been before.", at),
};

const driverLeft = (at: { time: string; date: string }) =>
  message("The driver left at {time} on {date}: this cannot have been before.", at);

/**
 * 422 unless the real times of a delivery follow each other: arrival, dock, unloading, its end, dock cleared, gate out.
 * `written` are those that are new; `field` names where the person typed them.
 */
export async function assertInOrder(
  ctx: Ctx,
  delivery: Pick<Delivery, "locationId" | RealTimeKey> & Partial<Pick<Delivery, "dockChangedAt" | "driverLeftAt">>,
  written: Partial<RealTimes>,
  field: (key: RealTimeKey) => string = () => "at",
): Promise<void> {
  const all = { ...timesOf(delivery), ...written };
  const known = realTimeKeys.flatMap((key) => (all[key] === null ? [] : [{ key, at: all[key] }]));
  for (const [place, { key, at }] of known.entries()) {
    const before = known[place - 1];
    if (!before || Date.parse(before.at) <= Date.parse(at)) continue;
    const { timezone } = await readSite(ctx.db, delivery.locationId);
    const isNew = written[key] !== undefined;
    const sentence = earlier[before.key](wallTime(before.at, timezone));
    throw invalid({ [field(isNew ? key : before.key)]: sentence }, sentence);
  }
  const { dockChangedAt = null, driverLeftAt = null, locationId } = delivery;
  for (const [since, say] of [
    [dockChangedAt, earlier.dockedAt],
    [driverLeftAt, driverLeft],
  ] as const)
    if (since !== null && all.gateOutAt !== null && Date.parse(all.gateOutAt) < Date.parse(since)) {
      const { timezone } = await readSite(ctx.db, locationId);
      throw invalid({ [field("gateOutAt")]: say(wallTime(since, timezone)) });
    }
}

/** The real times among the columns of a delivery. */
export function timesOf(delivery: Pick<Delivery, RealTimeKey>): RealTimes {
  const { gateInAt, dockedAt, unloadStartAt, unloadEndAt, dockClearedAt, gateOutAt } = delivery;
  return { gateInAt, dockedAt, unloadStartAt, unloadEndAt, dockClearedAt, gateOutAt };
}

/** The real times that differ, as an event tells them. */
export const timeChanges = (from: RealTimes, to: RealTimes) =>
  Object.fromEntries(
    realTimeKeys.filter((key) => from[key] !== to[key]).map((key) => [key, { from: from[key], to: to[key] }]),
  );

/** A time that a step writes: when it happened, behind what happened before. */
export async function nextTime(
  ctx: Ctx,
  delivery: Parameters<typeof assertInOrder>[1],
  at: string | null,
  keys: readonly RealTimeKey[],
  field = "at",
): Promise<string> {
  const happened = await happenedAt(ctx, at, field);
  await assertInOrder(ctx, delivery, Object.fromEntries(keys.map((key) => [key, happened])), () => field);
  return happened;
}
