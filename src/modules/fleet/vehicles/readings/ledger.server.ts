import { sql, type RawBuilder } from "kysely";
import { conflict, invalid, message, type Sentence } from "#shared/contract/problem.ts";
import type { Db } from "#server/db/database.ts";

/*
 * A meter only goes up: each reading is no less than those before it and no more than those after it, by the time at which it
 * was read, in whatever order readings come in. A replaced meter begins anew: its first reading parts what was before from what
 * comes after. Who writes has locked the vehicle, so that two never judge by the same state.
 */

export interface Place {
  readonly vehicleId: string;
  readonly meter: string;
  readonly readAt: string;
}
export interface Neighbour {
  readonly id: string;
  readonly value: string;
  readonly readAt: string;
  readonly isReplacement: boolean;
  readonly said: string;
}

/** The readings on both sides of a moment; either may be of that very moment, and so is `same`. */
export interface Neighbours {
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
  readonly same: Neighbour | null;
}

const standing = ({ vehicleId, meter }: Place) => sql`m.company_id = current_company() and m.vehicle_id = ${vehicleId}
  and m.meter = ${meter} and m.voided_at is null`;

/** For each place the last reading that stands until its moment, and the first one from it on; one statement. */
export async function neighboursOf(db: Db, places: readonly Place[]): Promise<readonly Neighbours[]> {
  const one = (side: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(select jsonb_build_object('id', m.id,
      'value', m.value::text, 'readAt', m.read_at, 'isReplacement', m.is_replacement, 'said', m.said)
    from meter_readings m where m.company_id = current_company() and m.vehicle_id = p."vehicleId" and m.meter = p.meter
      and m.voided_at is null and ${side} order by ${order} limit 1)`;
  const given = places.map(({ vehicleId, meter, readAt }, at) => ({ at, vehicleId, meter, readAt }));
  const { rows } = await sql<Neighbours>`select
    ${one(sql`m.read_at <= p."readAt"`, sql`m.read_at desc, m.is_replacement, m.id desc`)} as before,
    ${one(sql`m.read_at >= p."readAt"`, sql`m.read_at, m.is_replacement desc, m.id`)} as after,
    ${one(sql`m.read_at = p."readAt"`, sql`m.id`)} as same
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as p(at int, "vehicleId" uuid, meter text, "readAt" timestamptz)
    order by p.at`.execute(db);
  return rows;
}

const around = async (db: Db, place: Place): Promise<Neighbours> =>
  (await neighboursOf(db, [place]))[0] ?? { before: null, after: null, same: null };

/** In what a reading contradicts those around it, by its field; null where it does not. */
export function contradiction(
  reading: Pick<Read, "value" | "isReplacement">,
  { before, after, same }: Neighbours,
): Readonly<Record<string, Sentence>> | null {
  if (reading.isReplacement && same)
    return { readAt: message("There is a reading of this very moment: a new meter begins before or after it.") };
  // What comes first from then on binds, unless a meter was replaced there; then only a reading of that very moment would.
  if (before && !reading.isReplacement && reading.value < Number(before.value))
    return {
      enteredValue: message("Before that it showed {reading} already. Void that one if it is wrong.", {
        reading: before.said,
      }),
    };
  if (after && (!after.isReplacement || same) && reading.value > Number(after.value))
    return {
      enteredValue: message("After that it showed {reading}, which is less. Void that one if it is wrong.", {
        reading: after.said,
      }),
    };
  return null;
}

/** Refuses a reading that contradicts those that stand; the vehicle is locked. */
export async function refuseBackwards(db: Db, reading: Read): Promise<void> {
  const found = contradiction(reading, await around(db, reading));
  if (found) throw invalid(found);
}

/** The reading that says just this of the same moment, where one stands. A meter that is said to begin anew is no such one. */
export async function sameReading(db: Db, reading: Read): Promise<{ readonly id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`select m.id from meter_readings m where ${standing(reading)}
    and m.read_at = ${reading.readAt} and m.value = ${reading.value} and not m.is_replacement and not ${reading.isReplacement}
    limit 1`.execute(db);
  return rows[0];
}

/** More than a vehicle drives in a day, by whomever. */
const metresADay = 1_500_000;
const day = 86_400_000;

export interface Jump {
  /** The reading that it is too far from, as it was entered. */
  readonly said: string;
  readonly metres: number;
  readonly days: number;
}

export type Read = Place & { readonly value: number; readonly isReplacement: boolean };

/** A distance that hardly any vehicle drives in the time since the reading before it, or until the one after it. */
export const farFrom = async (db: Db, reading: Read): Promise<Jump | undefined> =>
  reading.meter === "odometer" ? jumpFrom(reading, await around(db, reading)) : undefined;

/** The same of a reading whose neighbours are known. */
export function jumpFrom(reading: Read, { before, after }: Neighbours): Jump | undefined {
  if (reading.meter !== "odometer") return undefined;
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

/** Such a distance in the figures of a sentence. */
export const distanceOf = ({ said, metres, days }: Jump) => ({
  reading: said,
  distance: String(Math.round(metres / 1000)),
  days: Math.ceil(days),
});

/** Asks about such a distance. */
export async function askAboutJump(db: Db, reading: Read): Promise<void> {
  const jump = await farFrom(db, reading);
  if (!jump) return;
  throw invalid({
    isConfirmed: message(
      "At another time it showed {reading}: that is {distance} km in {days, plural, one {# day} other {# days}}. Confirm it if it is right.",
      distanceOf(jump),
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
