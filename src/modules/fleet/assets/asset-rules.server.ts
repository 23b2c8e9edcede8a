import { sql } from "kysely";
import type { z } from "zod";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";
import type { assetInput } from "./assets.contract.ts";

export type AssetInput = z.output<typeof assetInput>;

/** What a type says to each of its assets. */
export interface TypeFacts {
  readonly isSerialised: boolean;
  readonly tareKg: string | null;
  readonly maxGrossKg: string | null;
}

/** The columns of `TypeFacts`, of the type `y`. */
export const typeFacts = sql`y.is_serialised as "isSerialised", trim_scale(y.tare_kg)::text as "tareKg",
  trim_scale(y.max_gross_kg)::text as "maxGrossKg"`;

type Weights = Pick<AssetInput, "tareKg" | "maxGrossKg">;
const isInOrder = ({ tareKg, maxGrossKg }: Weights) =>
  tareKg === null || maxGrossKg === null || Number(tareKg) <= Number(maxGrossKg);

/** The type's weights where a new asset says none; not beside one of its own that they contradict. */
export function weightsOf(given: Weights, type: TypeFacts): Weights {
  const filled = { tareKg: given.tareKg ?? type.tareKg, maxGrossKg: given.maxGrossKg ?? type.maxGrossKg };
  return isInOrder(filled) ? filled : given;
}

type Placed = Pick<AssetInput, "tareKg" | "maxGrossKg" | "quantity" | "plateNumber" | "plateCountry"> & {
  readonly [K in "serialNumber" | "containerNo"]: string | null;
} & { readonly location: string | null; readonly vehicle: string | null };

/** What contradicts itself, by field: typed in a form, or in a row of a file. */
export function assetProblems(asset: Placed, { isSerialised }: TypeFacts): Record<string, Sentence> {
  const { quantity, plateNumber, plateCountry, location, vehicle } = asset;
  const problems: Record<string, Sentence> = {};
  if (isSerialised && quantity !== null)
    problems["quantity"] = message("Each one of this type has its own number: leave the quantity empty.");
  if (!isSerialised && quantity === null)
    problems["quantity"] = message("Assets of this type are counted: say how many.");
  for (const name of ["serialNumber", "containerNo", "plateNumber"] as const)
    if (!isSerialised && asset[name] !== null)
      problems[name] = message("Assets of this type are counted: none of them has a number of its own.");
  if ((plateNumber === null) !== (plateCountry === null))
    problems[plateNumber === null ? "plateNumber" : "plateCountry"] = message("A plate has a number and a country.");
  if (!isInOrder(asset))
    problems["tareKg"] = message("Empty it weighs at most {limit} kg, which is all it may weigh laden.", {
      limit: String(asset.maxGrossKg),
    });
  if (location === null && vehicle === null)
    problems["location"] = message("Say where it is: at a location, or on a vehicle.");
  if (location !== null && vehicle !== null)
    problems["vehicle"] = message("It is at a location or on a vehicle, not both: leave one of them empty.");
  return problems;
}

/** The asset as it will be saved, with what its type says. Throws 422 where what is given contradicts itself. */
export async function completeAsset(
  ctx: Ctx,
  given: AssetInput,
  before: Pick<AssetInput, "typeId" | "vehicleId"> | null,
): Promise<AssetInput & { isSerialised: boolean }> {
  const { rows } = await sql<TypeFacts>`select ${typeFacts} from asset_types y
    where y.company_id = current_company() and y.id = ${given.typeId}`.execute(ctx.db);
  const [type] = rows;
  if (!type) throw invalid({ typeId: message("Choose one from the list.") });
  const input = before?.typeId === given.typeId ? given : { ...given, ...weightsOf(given, type) };
  const { location, vehicle, ...problems } = assetProblems(
    { ...input, location: input.locationId, vehicle: input.vehicleId },
    type,
  );
  const placed = { ...problems, ...(location && { locationId: location }), ...(vehicle && { vehicleId: vehicle }) };
  if (Object.keys(placed).length > 0) throw invalid(placed);
  if (input.vehicleId !== null && input.vehicleId !== before?.vehicleId) await refuseGoneVehicle(ctx, input.vehicleId);
  return { ...input, isSerialised: type.isSerialised };
}

/** Nothing is put on a vehicle that has left the fleet; its lock makes whoever retires it meanwhile wait, and see this asset. */
async function refuseGoneVehicle(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ isGone: boolean }>`select v.status in (${statesIn(vehicleFlow, "over")}) as "isGone"
    from vehicles v where v.company_id = current_company() and v.id = ${id} for share`.execute(ctx.db);
  if (rows[0]?.isGone) throw invalid({ vehicleId: message("This vehicle has left the fleet.") });
}
