import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers, handlersBy } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { lockById, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { mustNotBeOver } from "../company-today.server.ts";
import { toldWithoutDrivers } from "../drivers/unnamed-drivers.server.ts";
import { isAssignedTo, primaryDriver } from "../driver-assignments/assigned.server.ts";
import { completeVehicle } from "./complete-vehicle.server.ts";
import { openHold } from "./holds/open-holds.server.ts";
import { isAvailability, isHealth, mayNotLeave } from "./states/verdict-filters.server.ts";
import { mayLeave, said, verdicts } from "./states/verdict.server.ts";
import { vehicleInput, vehicleRecord, vehicles } from "./vehicles.contract.ts";
import { vehicleFlow } from "./vehicles.flow.ts";

type Row = RecordOf<"vehicles">;

/** What the rows of vehicles show of other records, each joined once. */
const joins = sql`
  left join vehicle_types y on y.company_id = t.company_id and y.id = t.type_id
  left join vehicle_makers k on k.company_id = t.company_id and k.id = t.maker_id
  left join vehicle_models o on o.company_id = t.company_id and o.id = t.model_id
  left join fuel_types f on f.company_id = t.company_id and f.id = t.fuel_type_id
  left join locations l on l.company_id = t.company_id and l.id = t.home_location_id
  left join carriers c on c.company_id = t.company_id and c.id = t.carrier_id
  ${verdicts}`;

/** The ordinary handlers; who drives a vehicle is a name, which not everybody sees who sees vehicles. */
const handlers = (driverName: ReturnType<typeof sql>) =>
  crudHandlers(vehicles, {
    record: vehicleRecord,
    defaultSort: "unitNumber",
    flow: vehicleFlow,
    add: {
      driverName,
      typeName: sql`y.name`,
      requiredLicenceClass: sql`y.required_licence_class`,
      makerName: sql`k.name`,
      modelName: sql`o.name`,
      fuelTypeName: sql`f.name`,
      vehicleStatusName: sql`s.name`,
      vehicleStatusColor: sql`s.color`,
      homeLocationName: sql`l.name`,
      carrierName: sql`c.name`,
      ...said,
    },
    joins,
    where: {
      availability: isAvailability,
      mayLeave: (wanted: boolean) => (wanted ? mayLeave : mayNotLeave),
      healthLevel: isHealth,
      driverId: (wanted: string[], ctx: Ctx) => (ctx.can("CAN_VIEW_DRIVERS") ? isAssignedTo(wanted) : sql`false`),
    },
  });
const withDrivers = handlers(primaryDriver);
const withoutDrivers = handlers(sql`null::text`);
const of = (ctx: Pick<Ctx, "can">) => (ctx.can("CAN_VIEW_DRIVERS") ? withDrivers : withoutDrivers);
const standard: typeof withDrivers = {
  ...handlersBy(withDrivers, of),
  history: async (ctx, req) => toldWithoutDrivers(ctx, await of(ctx).history(ctx, req)),
};

const steps = flowHandlers(
  vehicles,
  vehicleFlow,
  { record: vehicleRecord, read: standard.read },
  {
    putInService: {
      check: async (ctx, vehicle) => {
        await completeVehicle(ctx, await inputOf(ctx, vehicle), { ...vehicle, status: "in_service" });
      },
      set: () => ({ statusReason: null }),
    },
    hold: {
      check: (ctx, _vehicle, { expectedEnd }) => mustNotBeOver(ctx, "expectedEnd", expectedEnd),
      then: (ctx, vehicle, hold) => openHold(ctx, vehicle.id, hold).then(() => undefined),
    },
    takeOutOfService: { set: (_ctx, _vehicle, { reason }) => ({ statusReason: reason }) },
    judgeHealth: {
      check: async (ctx, _vehicle, { healthCode, until }) => {
        await mustBeHealth(ctx, healthCode);
        await mustNotBeOver(ctx, "until", until);
      },
      set: (_ctx, _vehicle, { healthCode, reason, until }) => ({
        healthCode,
        healthReason: reason,
        healthUntil: until,
      }),
    },
    forgetHealth: { set: () => ({ healthCode: null, healthReason: null, healthUntil: null }) },
    retire: {
      check: (ctx, vehicle) => mustHaveNoBookings(ctx, vehicle.id),
      set: async (ctx, _vehicle, { reason }) => ({
        statusReason: reason,
        ...(await labelOf(ctx, sql`s.effect = 'retired'`)),
      }),
    },
    reinstate: {
      check: mustBeFree,
      set: async (ctx, _vehicle, { reason }) => ({ statusReason: reason, ...(await labelOf(ctx, sql`s.is_default`)) }),
    },
  },
);

export default serve(vehicles, {
  ...standard,
  ...steps,
  async create(ctx, req) {
    return standard.create(ctx, { ...req, body: await completeVehicle(ctx, req.body, null) });
  },
  async update(ctx, req) {
    const before = await lockById(ctx.db, "vehicles", req.id);
    const { version, ...given } = req.body;
    return standard.update(ctx, { ...req, body: { ...(await completeVehicle(ctx, given, before)), version } });
  },
  async archive(ctx, req) {
    const { status } = await lockById(ctx.db, "vehicles", req.id);
    if (status !== "retired") throw conflict("not_retired", message("Retire it first: what drives is in no archive."));
    return standard.archive(ctx, req);
  },
});

/** What was retired gets its number, its plate and its card back while no other vehicle has them; who has is named. */
async function mustBeFree(ctx: Ctx, { id }: Row): Promise<void> {
  const { rows } = await sql<{ other: string; number: string; plate: string | null; card: string | null }>`
    select v.unit_number as other, case when v.unit_number_key = t.unit_number_key then t.unit_number end as number,
      case when (v.plate_country, v.plate_key) = (t.plate_country, t.plate_key) then t.plate_number end as plate,
      case when v.fuel_card_key = t.fuel_card_key then t.fuel_card_ref end as card
    from vehicles t join vehicles v on v.company_id = t.company_id and v.id <> t.id
      and v.status not in (${statesIn(vehicleFlow, "over")})
      and (v.unit_number_key = t.unit_number_key or (v.plate_country, v.plate_key) = (t.plate_country, t.plate_key)
        or v.fuel_card_key = t.fuel_card_key)
    where t.company_id = current_company() and t.id = ${id} order by v.unit_number limit 1`.execute(ctx.db);
  const [taken] = rows;
  if (!taken) return;
  const what = [taken.plate, taken.number, taken.card].find((one) => one !== null) ?? "";
  throw conflict(
    "number_taken",
    message("Vehicle {other} has {what} now. Change that one first, or enter this one anew.", {
      other: taken.other,
      what,
    }),
  );
}

/** A saved vehicle as its form would send it. */
async function inputOf(ctx: Ctx, { id }: Row) {
  const saved = await standard.read(ctx, { id });
  return vehicleInput.parse(
    Object.fromEntries(Object.keys(vehicleInput.shape).map((key) => [key, saved[key as "notes"]])),
  );
}

async function mustBeHealth(ctx: Ctx, code: string): Promise<void> {
  const { rows } = await sql`select from reference_values v where v.company_id = current_company()
    and v.list = 'vehicle_health' and v.code = ${code} and v.is_active`.execute(ctx.db);
  if (rows.length === 0) throw invalid({ healthCode: message("Choose one from the list.") });
}

/** 409 while somebody counts on it. */
async function mustHaveNoBookings(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ reason: string; until: string | null }>`select b.reason, upper(b.during) as until
    from bookings b where b.company_id = current_company() and b.resource_id = ${id} and b.active
      and (b.standing or upper(b.during) > now()) order by b.during limit 100`.execute(ctx.db);
  if (rows.length > 0)
    throw conflict(
      "vehicle_is_booked",
      message(
        "{count, plural, one {# booking of it is} other {# bookings of it are}} under way or ahead. Give them another vehicle first.",
        { count: rows.length },
      ),
      { bookings: rows },
    );
}

/** The label that follows a step; the first by name of several. */
async function labelOf(ctx: Ctx, is: ReturnType<typeof sql>): Promise<{ vehicleStatusId: string }> {
  const { rows } = await sql<{ id: string }>`select s.id from vehicle_statuses s where s.company_id = current_company()
    and ${is} and s.archived_at is null order by s.is_system desc, s.name, s.id limit 1`.execute(ctx.db);
  const [first] = rows;
  if (!first) throw new Error("a company has a status of each effect");
  return { vehicleStatusId: first.id };
}
