import { sql } from "kysely";
import { conflict, forbidden, invalid, message } from "#shared/contract/problem.ts";
import type { Abilities, Actor } from "#shared/flow/flow.ts";
import { allows, type Holder } from "#shared/permissions/permissions.ts";
import type { Ctx } from "#server/http/context.ts";
import { withAbilities } from "#server/records/abilities.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { findById, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { namingDrivers, toldWithoutDrivers } from "../../drivers/unnamed-drivers.server.ts";
import { enterReading, readingErrors, voidReading, unitOf, valueOf } from "./enter-reading.server.ts";
import { askAboutJump, refuseJoining, sameReading } from "./ledger.server.ts";
import { allMeterReadings, type MeterReading, meterReadingRecord, meterReadings } from "./meter-readings.contract.ts";

const aDay = 86_400_000;

const since = sql`(case when t.voided_at is null and not t.is_replacement then (
  select trim_scale(round((t.value - m.value) / case t.entered_unit when 'mi' then 1609.344 when 'h' then 3600 else 1000 end, 1))
  from meter_readings m where m.company_id = t.company_id and m.vehicle_id = t.vehicle_id and m.meter = t.meter
    and m.voided_at is null and (m.read_at, m.id) < (t.read_at, t.id) order by m.read_at desc, m.id desc limit 1) end)`;

/** Whoever runs the fleet voids any reading; who has entered one voids it within a day, as long as they remember the meter. */
const mayVoid = (reading: Pick<MeterReading, "createdBy" | "createdAt">, who: (Holder & Actor) | null): boolean =>
  allows(who, ["CAN_MANAGE_VEHICLES"]) ||
  (reading.createdBy !== null && reading.createdBy === who?.id && Date.parse(reading.createdAt) > Date.now() - aDay);

const abilities: Abilities = {
  void: {
    can: meterReadings.void.can,
    when: (reading: MeterReading, who) => reading.voidedAt === null && mayVoid(reading, who),
  },
};
const of = namingDrivers((person) =>
  crudHandlers(allMeterReadings, {
    record: meterReadingRecord,
    defaultSort: "-readAt",
    abilities,
    add: {
      unitNumber: sql`(select v.unit_number from vehicles v where v.company_id = t.company_id and v.id = t.vehicle_id)`,
      enteredByName: person("created_by"),
      voidedByName: person("voided_by"),
      since,
    },
    where: { isVoided: (wanted: boolean) => sql`(t.voided_at is not null) = ${wanted}` },
  }),
);

export default serve(meterReadings, {
  /** The lists of readings offer to void one. */
  async list(ctx, req) {
    const found = await of(ctx).list(ctx, req);
    const able = (row: MeterReading) => withAbilities(ctx, { contract: {}, abilities }, row);
    return { ...found, items: found.items.map(able) };
  },
  exportCsv: (ctx, req) => of(ctx).exportCsv(ctx, req),
  read: (ctx, req) => of(ctx).read(ctx, req),
  history: async (ctx, req) => toldWithoutDrivers(ctx, await of(ctx).history(ctx, req)),
  async create(ctx, { body: { isConfirmed, ...given } }) {
    const body = { ...given, enteredUnit: unitOf(given, await lockVehicle(ctx, given.vehicleId)) };
    const errors = readingErrors(body);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const read = { ...body, value: valueOf(body) };
    const same = await sameReading(ctx.db, read); // told twice, it is one reading
    if (same) return of(ctx).read(ctx, same);
    if (!isConfirmed) await askAboutJump(ctx.db, read);
    return of(ctx).read(ctx, await enterReading(ctx, body));
  },
  async void(ctx, { id, body: { reason } }) {
    const { vehicleId } = await findById(ctx.db, "meter_readings", id);
    await lockById(ctx.db, "vehicles", vehicleId);
    const reading = await lockById(ctx.db, "meter_readings", id);
    if (!mayVoid(reading, ctx.user)) throw forbidden();
    if (reading.voidedAt !== null) throw conflict("reading_voided", message("This reading is void already."));
    await refuseJoining(ctx.db, reading);
    await voidReading(ctx, reading, reason);
    return of(ctx).read(ctx, { id });
  },
});

/** The unit in which the vehicle counts. */
async function lockVehicle(ctx: Ctx, vehicleId: string): Promise<"km" | "mi" | "h"> {
  const { rows } = await sql<{ unit: "km" | "mi" | "h" }>`select meter_unit as unit from vehicles
    where company_id = current_company() and id = ${vehicleId} for no key update`.execute(ctx.db);
  if (!rows[0]) throw invalid({ vehicleId: message("Choose one from the list.") });
  return rows[0].unit;
}
