import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Db } from "#server/db/database.ts";

/*
 * A meter only goes up: each reading is no less than those before it and no more than those after it, by the time at which it
 * was read, in whatever order readings come in. A replaced meter begins anew: its first reading parts what was before from what
 * comes after. Who writes has locked the vehicle, so that two never judge by the same state.
 */

interface Place {
  readonly vehicleId: string;
  readonly meter: string;
  readonly readAt: string;
}
interface Neighbour {
  readonly id: string;
  readonly value: string;
  readonly readAt: string;
  readonly isReplacement: boolean;
  readonly said: string;
}

const standing = ({ vehicleId, meter }: Place) => sql`m.company_id = current_company() and m.vehicle_id = ${vehicleId}
  and m.meter = ${meter} and m.voided_at is null`;

/** The last reading that stands until a moment, and the first one from it on; either may be at that very moment. */
async function around(db: Db, place: Place, except: string | null = null) {
  const one = (
    side: ReturnType<typeof sql>,
    order: ReturnType<typeof sql>,
  ) => sql`(select jsonb_build_object('id', m.id,
      'value', m.value::text, 'readAt', m.read_at, 'isReplacement', m.is_replacement,
      'said', m.said) from meter_readings m
    where ${standing(place)} and m.id is distinct from ${except} and ${side} order by ${order} limit 1)`;
  const at = sql`${place.readAt}::timestamptz`;
  const { rows } = await sql<{ before: Neighbour | null; after: Neighbour | null; same: Neighbour | null }>`select
    ${one(sql`m.read_at <= ${at}`, sql`m.read_at desc, m.is_replacement, m.id desc`)} as before,
    ${one(sql`m.read_at >= ${at}`, sql`m.read_at, m.is_replacement desc, m.id`)} as after,
    ${one(sql`m.read_at = ${at}`, sql`m.id`)} as same`.execute(db);
  return rows[0] ?? { before: null, after: null, same: null };
}

/** Refuses a reading that contradicts those that stand; the vehicle is locked. */
export async function refuseBackwards(
  db: Db,
  reading: Place & { readonly value: number; readonly isReplacement: boolean },
): Promise<void> {
  const { before, after, same } = await around(db, reading);
  if (reading.isReplacement && same)
    throw invalid({
      readAt: message("There is a reading of this very moment: a new meter begins before or after it."),
    });
  // What comes first from then on binds, unless a meter was replaced there; then only a reading of that very moment would.
  if (before && !reading.isReplacement && reading.value < Number(before.value))
    throw invalid({
      enteredValue: message("Before that it showed {reading} already. Void that one if it is wrong.", {
        reading: before.said,
      }),
    });
  if (after && (!after.isReplacement || same) && reading.value > Number(after.value))
    throw invalid({
      enteredValue: message("After that it showed {reading}, which is less. Void that one if it is wrong.", {
        reading: after.said,
      }),
    });
}

/** More than a vehicle drives in a day, by whomever. */
const metresADay = 1_500_000;
const day = 86_400_000;

interface Jump {
  /** The reading that it is too far from, as it was entered. */
  readonly said: string;
  readonly metres: number;
  readonly days: number;
}

type Read = Place & { readonly value: number; readonly isReplacement: boolean };

/** A distance that hardly any vehicle drives in the time since the reading before it, or until the one after it. */
export async function farFrom(db: Db, reading: Read): Promise<Jump | undefined> {
  if (reading.meter !== "odometer") return undefined;
  const { before, after } = await around(db, reading);
  const far = [
    ...(before && !reading.isReplacement ? [{ other: before, metres: reading.value - Number(before.value) }] : []),
    ...(after && !after.isReplacement ? [{ other: after, metres: Number(after.value) - reading.value }] : []),
  ];
  return far
    .map(({ other, metres }) => {
      const days = Math.max(1, Math.abs(Date.parse(reading.readAt) - Date.parse(other.readAt)) / day);
      return { said: other.said, metres, days };
    })
    .find(({ metres, days }) => metres > metresADay * days);
}

/** Asks about such a distance. */
export async function askAboutJump(db: Db, reading: Read): Promise<void> {
  const jump = await farFrom(db, reading);
  if (!jump) return;
  const { said, metres, days } = jump;
  throw invalid({
    isConfirmed: message(
      "At another time it showed {reading}: that is {distance} km in {days, plural, one {# day} other {# days}}. Confirm it if it is right.",
      { reading: said, distance: String(Math.round(metres / 1000)), days: Math.ceil(days) },
    ),
  });
}

/** Refuses to void the beginning of a meter while the readings on both sides of it need one; the vehicle is locked. */
export async function refuseJoining(
  db: Db,
  reading: Place & { readonly id: string; readonly isReplacement: boolean },
): Promise<void> {
  if (!reading.isReplacement) return;
  const at = sql`${reading.readAt}::timestamptz`;
  const { rows } = await sql<{ before: string | null; after: string | null }>`select
    (select m.value::text from meter_readings m where ${standing(reading)} and m.read_at < ${at}
      order by m.read_at desc, m.id desc limit 1) as before,
    (select case when m.is_replacement then null else m.value::text end from meter_readings m where ${standing(reading)}
      and m.read_at >= ${at} and m.id <> ${reading.id} order by m.read_at, m.is_replacement desc, m.id limit 1) as after`.execute(
    db,
  );
  const { before = null, after = null } = rows[0] ?? {};
  if (before !== null && after !== null && Number(after) < Number(before))
    throw conflict(
      "readings_contradict",
      message("Without it the meter would go backwards. Void the readings after it first, or those before it."),
    );
}
