import { sql } from "kysely";
import type { z } from "zod";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { columns } from "#server/db/columns.ts";
import { snake } from "#server/db/names.ts";
import type { Ctx } from "#server/http/context.ts";
import { modelDetails } from "../vehicle-models/vehicle-models.contract.ts";
import { cargoCategories, roadCategories, type VehicleCategory } from "../vehicle-types/vehicle-types.contract.ts";
import { holdsCardNumber } from "./card-number.ts";
import type { vehicleInput } from "./vehicles.contract.ts";

type Input = z.output<typeof vehicleInput>;

/** The vehicle as it is saved; its life as it will be. */
interface Before {
  readonly status: string;
  readonly modelId: string | null;
}

interface Known {
  readonly category: VehicleCategory | null;
  readonly isPowered: boolean | null;
  readonly effect: string | null;
  readonly modelMakerId: string | null;
  readonly model: Partial<Input> | null;
  readonly makerIds: readonly string[];
  readonly defaultStatusId: string | null;
}

/** A vehicle as it is given, and as it is saved; null: it is a new one. */
export interface VehicleDraft {
  readonly given: Input;
  readonly before: Before | null;
}

const isModelNew = ({ given, before }: VehicleDraft) => before?.modelId !== given.modelId;

/** What the records say that vehicles name, in one statement; the type is the model's where none is given. */
async function knownOf(ctx: Ctx, drafts: readonly VehicleDraft[]): Promise<Known[]> {
  const details = sql.join(Object.keys(modelDetails).flatMap((key) => [sql`${sql.lit(key)}::text`, inJson(key)]));
  const asked = drafts.map((draft, n) => {
    const { modelId, typeId, vehicleStatusId, vin } = draft.given;
    return { n, isNew: isModelNew(draft), modelId, typeId, vehicleStatusId, vin };
  });
  const { rows } = await sql<Known>`
    select y.category, y.is_powered as "isPowered", s.effect, d.maker_id as "modelMakerId",
      case when d.id is not null and g."isNew" then jsonb_build_object(${details}) end as model,
      array(select k.id from vehicle_makers k where k.company_id = current_company()
        and left(g.vin, 3) = any(string_to_array(k.wmi, ' ')) limit 2) as "makerIds",
      (select z.id from vehicle_statuses z where z.company_id = current_company() and z.is_default) as "defaultStatusId"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as g (n integer, "isNew" boolean, "modelId" uuid, "typeId" uuid,
      "vehicleStatusId" uuid, vin text)
    left join vehicle_models d on d.company_id = current_company() and d.id = g."modelId"
    left join vehicle_types y on y.company_id = current_company() and y.id = coalesce(g."typeId", case when g."isNew" then d.type_id end)
    left join vehicle_statuses s on s.company_id = current_company() and s.id = g."vehicleStatusId"
    order by g.n`.execute(ctx.db);
  return rows;
}

/** Columns of the model under the names of the input; decimals as text. */
function inJson(key: string) {
  const name = snake(key);
  const { [name]: type }: Readonly<Record<string, string>> = columns.vehicle_models;
  const column = sql.ref(`d.${name}`);
  return type === "numeric" ? sql`trim_scale(${column})::text` : column;
}

/** A vehicle as it will be saved, and what of it contradicts itself, by field. */
interface CompletedVehicle {
  readonly input: Input;
  readonly refusals: Refusals;
}
type Refusals = Readonly<Partial<Record<keyof Input, Sentence>>>;

/**
 * Vehicles as they will be saved: what is left empty comes from the model that is chosen, the maker from the model or from the
 * VIN, the status from the company's default. In the order in which they are given, with one statement.
 */
export async function completeVehicles(ctx: Ctx, drafts: readonly VehicleDraft[]): Promise<CompletedVehicle[]> {
  const known = drafts.length === 0 ? [] : await knownOf(ctx, drafts);
  return drafts.map((draft, at) => completed(draft, known[at] as Known)); // a row for each of them
}

/** One of them; throws 422 where what is given contradicts itself. */
export async function completeVehicle(ctx: Ctx, given: Input, before: Before | null): Promise<Input> {
  const [one] = await completeVehicles(ctx, [{ given, before }]);
  if (!one) throw new Error("who gives one vehicle gets one back");
  if (Object.keys(one.refusals).length > 0) throw invalid(one.refusals as Record<string, Sentence>); // those that are there
  return one.input;
}

function completed({ given, before }: VehicleDraft, known: Known): CompletedVehicle {
  const filled = Object.entries(known.model ?? {}).filter(([key]) => given[key as keyof Input] === null); // its details' keys
  const byVin = known.makerIds.length === 1 ? (known.makerIds[0] ?? null) : null;
  const input: Input = {
    ...given,
    ...Object.fromEntries(filled),
    makerId: given.makerId ?? known.modelMakerId ?? byVin,
    vehicleStatusId: given.vehicleStatusId ?? known.defaultStatusId,
  };
  const unready = before?.status === "in_service" ? whatIsMissing(input, known) : {};
  return { input, refusals: { ...unready, ...weightsThatDiffer(input), ...contradictions(input, known) } };
}

function contradictions(input: Input, { category, effect, modelMakerId, makerIds }: Known): Refusals {
  const choose = message("Choose one from the list.");
  const nextYear = new Date().getUTCFullYear() + 1;
  return {
    ...((input.typeId === null || category === null) && { typeId: choose }),
    ...(modelMakerId !== null &&
      input.makerId !== modelMakerId && {
        modelId: message("Another maker builds this model: choose one of the maker's own."),
      }),
    ...(makerIds.length > 0 &&
      input.makerId !== null &&
      !makerIds.includes(input.makerId) && {
        vin: message("A VIN that begins so is of another maker: one of the two is wrong."),
      }),
    ...((input.plateNumber === null) !== (input.plateCountry === null) && {
      [input.plateNumber === null ? "plateNumber" : "plateCountry"]: message("A plate has a number and a country."),
    }),
    ...(input.vehicleStatusId === null && { vehicleStatusId: choose }),
    ...(effect === "retired" && {
      vehicleStatusId: message("This status is for what is gone: retire the vehicle for that."),
    }),
    ...(input.fuelTypeId !== null &&
      input.fuelTypeId === input.secondaryFuelTypeId && {
        secondaryFuelTypeId: message("The second fuel is another one than the first."),
      }),
    ...(input.fuelCardRef !== null &&
      holdsCardNumber(input.fuelCardRef) && {
        fuelCardRef: message("This is the whole number of a card, which is kept nowhere: give its last four digits."),
      }),
    ...(input.modelYear !== null &&
      input.modelYear > nextYear && {
        modelYear: message("Give {limit} at most: next year's models are sold now.", { limit: String(nextYear) }),
      }),
  };
}

function weightsThatDiffer({ curbWeightKg, gvwrKg, gcwrKg, payloadKg }: Input): Refusals {
  const [curb, gross, train, payload] = [curbWeightKg, gvwrKg, gcwrKg, payloadKg].map((kg) =>
    kg === null ? null : Number(kg),
  );
  return {
    ...(curb != null &&
      gross != null &&
      curb >= gross && {
        curbWeightKg: message("Empty it weighs less than {limit} kg, which is all it may weigh laden.", {
          limit: String(gvwrKg),
        }),
      }),
    ...(curb != null &&
      gross != null &&
      payload != null &&
      curb < gross &&
      payload > gross - curb && {
        payloadKg: message("It carries {limit} kg at most: what it may weigh laden, less what it weighs empty.", {
          limit: String(Math.round((gross - curb) * 1000) / 1000),
        }),
      }),
    ...(gross != null &&
      train != null &&
      train < gross && {
        gcwrKg: message("With a trailer it may weigh no less than alone: {limit} kg or more.", {
          limit: String(gvwrKg),
        }),
      }),
  };
}

/** What has to be known of a vehicle that drives: its plate, what it is filled with, what it may carry. */
function whatIsMissing(input: Input, { category, isPowered }: Known): Refusals {
  if (category === null) return {};
  const needs: readonly (readonly [boolean, keyof Input])[] = [
    [roadCategories.includes(category) && input.plateNumber === null, "plateNumber"],
    [isPowered === true && input.fuelTypeId === null, "fuelTypeId"],
    [cargoCategories.includes(category) && input.payloadKg === null, "payloadKg"],
  ];
  const missing = needs.flatMap(([isMissing, name]) => (isMissing ? [name] : []));
  const sentence = message("A vehicle of this type needs it before it is in service.");
  return Object.fromEntries(missing.map((name) => [name, sentence]));
}
