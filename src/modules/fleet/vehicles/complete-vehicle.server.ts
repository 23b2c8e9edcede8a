import { sql } from "kysely";
import type { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { modelDetails } from "../vehicle-models/vehicle-models.contract.ts";
import { cargoCategories, roadCategories, type VehicleCategory } from "../vehicle-types/vehicle-types.contract.ts";
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

/** What the records say that a vehicle names, in one statement; the type is the model's where none is given. */
async function knownOf(ctx: Ctx, input: Input, isModelNew: boolean): Promise<Known> {
  const details = sql.join(Object.keys(modelDetails).flatMap((key) => [sql`${sql.lit(key)}::text`, inJson(key)]));
  const { rows } = await sql<Known>`
    select y.category, y.is_powered as "isPowered", s.effect, d.maker_id as "modelMakerId",
      case when d.id is not null and ${isModelNew} then jsonb_build_object(${details}) end as model,
      array(select k.id from vehicle_makers k where k.company_id = current_company()
        and left(${input.vin}::text, 3) = any(string_to_array(k.wmi, ' ')) limit 2) as "makerIds",
      (select z.id from vehicle_statuses z where z.company_id = current_company() and z.is_default) as "defaultStatusId"
    from (select) as nothing
    left join vehicle_models d on d.company_id = current_company() and d.id = ${input.modelId}
    left join vehicle_types y on y.company_id = current_company() and y.id = coalesce(${input.typeId}::uuid, case when ${isModelNew} then d.type_id end)
    left join vehicle_statuses s on s.company_id = current_company() and s.id = ${input.vehicleStatusId}`.execute(
    ctx.db,
  );
  const [known] = rows;
  if (!known) throw new Error("a select without conditions answers with a row");
  return known;
}

/** Columns of the model under the names of the input; decimals as text. */
function inJson(key: string) {
  const column = sql.ref(
    `d.${key.replace(/[A-Z]|\d+$/g, (part) => (/\d/.test(part) ? part : `_${part.toLowerCase()}`))}`,
  );
  return /(?:L|Kwh|Kg|M3)$/.test(key) ? sql`trim_scale(${column})::text` : column;
}

/**
 * A vehicle as it will be saved: what is left empty comes from the model that is chosen, the maker from the model or from its
 * VIN, the status from the company's default. Throws 422 where what is given contradicts itself.
 */
export async function completeVehicle(ctx: Ctx, given: Input, before: Before | null): Promise<Input> {
  const known = await knownOf(ctx, given, before?.modelId !== given.modelId);
  const filled = Object.entries(known.model ?? {}).filter(([key]) => given[key as keyof Input] === null); // its details' keys
  const byVin = known.makerIds.length === 1 ? (known.makerIds[0] ?? null) : null;
  const input: Input = {
    ...given,
    ...Object.fromEntries(filled),
    makerId: given.makerId ?? known.modelMakerId ?? byVin,
    vehicleStatusId: given.vehicleStatusId ?? known.defaultStatusId,
  };
  refuseContradictions(input, known);
  if (before?.status === "in_service") refuseUnready(input, known);
  return input;
}

function refuseContradictions(input: Input, { category, effect, modelMakerId, makerIds }: Known): void {
  if (input.typeId === null || category === null) throw invalid({ typeId: message("Choose one from the list.") });
  if (input.vehicleStatusId === null) throw invalid({ vehicleStatusId: message("Choose one from the list.") });
  if (modelMakerId !== null && input.makerId !== modelMakerId)
    throw invalid({ modelId: message("Another maker builds this model: choose one of the maker's own.") });
  if (makerIds.length > 0 && input.makerId !== null && !makerIds.includes(input.makerId))
    throw invalid({ vin: message("A VIN that begins so is of another maker: one of the two is wrong.") });
  if ((input.plateNumber === null) !== (input.plateCountry === null))
    throw invalid({
      [input.plateNumber === null ? "plateNumber" : "plateCountry"]: message("A plate has a number and a country."),
    });
  if (effect === "retired")
    throw invalid({ vehicleStatusId: message("This status is for what is gone: retire the vehicle for that.") });
  if (input.fuelTypeId !== null && input.fuelTypeId === input.secondaryFuelTypeId)
    throw invalid({ secondaryFuelTypeId: message("The second fuel is another one than the first.") });
  refuseWeights(input);
  const nextYear = new Date().getUTCFullYear() + 1;
  if (input.modelYear !== null && input.modelYear > nextYear)
    throw invalid({
      modelYear: message("Give {limit} at most: next year's models are sold now.", { limit: String(nextYear) }),
    });
}

function refuseWeights({ curbWeightKg, gvwrKg, gcwrKg, payloadKg }: Input): void {
  const [curb, gross, train, payload] = [curbWeightKg, gvwrKg, gcwrKg, payloadKg].map((kg) =>
    kg === null ? null : Number(kg),
  );
  if (curb != null && gross != null && curb >= gross)
    throw invalid({
      curbWeightKg: message("Empty it weighs less than {limit} kg, which is all it may weigh laden.", {
        limit: String(gvwrKg),
      }),
    });
  if (curb != null && gross != null && payload != null && payload > gross - curb)
    throw invalid({
      payloadKg: message("It carries {limit} kg at most: what it may weigh laden, less what it weighs empty.", {
        limit: String(Math.round((gross - curb) * 1000) / 1000),
      }),
    });
  if (gross != null && train != null && train < gross)
    throw invalid({
      gcwrKg: message("With a trailer it may weigh no less than alone: {limit} kg or more.", { limit: String(gvwrKg) }),
    });
}

/** What has to be known of a vehicle that drives: its plate, what it is filled with, what it may carry. */
function refuseUnready(input: Input, { category, isPowered }: Known): void {
  if (category === null) return;
  const needs: readonly (readonly [boolean, keyof Input])[] = [
    [roadCategories.includes(category) && input.plateNumber === null, "plateNumber"],
    [isPowered === true && input.fuelTypeId === null, "fuelTypeId"],
    [cargoCategories.includes(category) && input.payloadKg === null, "payloadKg"],
  ];
  const missing = needs.flatMap(([isMissing, name]) => (isMissing ? [name] : []));
  const sentence = message("A vehicle of this type needs it before it is in service.");
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, sentence])));
}
