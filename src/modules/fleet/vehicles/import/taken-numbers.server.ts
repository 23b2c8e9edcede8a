import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { foldedKeys, type Folded } from "#server/records/folded-keys.ts";
import { statesIn } from "#server/records/states.ts";
import { vehicleFlow } from "../vehicles.flow.ts";
import type { VehicleRow } from "./vehicle-rows.server.ts";

/** Which row of the file has a number first, of each kind: of vehicles that are not retired, which leave theirs to others. */
export type NumbersOfFile = Map<string, number>;

/** A plate as it is compared: `NL 12ABC3`; null where there is none. */
const plateKey = ({ plateCountry, plateNumber }: VehicleRow["input"]): string | null =>
  plateNumber === null || plateCountry === null
    ? null
    : `${plateCountry} ${plateNumber.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "")}`;

/** What one vehicle alone has, as it is compared. */
const numbersOf = ({ input }: VehicleRow, folded: Folded) => ({
  vin: input.vin,
  plateNumber: plateKey(input),
  fuelCardRef: input.fuelCardRef === null ? null : folded(input.fuelCardRef),
});

const words = {
  vin: (number: string) => message("Vehicle {number} has this VIN already.", { number }),
  plateNumber: (number: string) => message("Vehicle {number} has this plate already.", { number }),
  fuelCardRef: (number: string) => message("Vehicle {number} has this fuel card already.", { number }),
};

/** VINs, plates and fuel cards that another vehicle has, and numbers that another row of the file has. */
export async function takenNumbers(
  ctx: Ctx,
  rows: readonly VehicleRow[],
  ofFile: NumbersOfFile,
): Promise<Map<number, Readonly<Record<string, Sentence>>>> {
  const folded = await foldedKeys(
    ctx,
    rows.flatMap(({ input }) => [input.unitNumber, input.fuelCardRef]),
  );
  const own = rows.map((row) => ({ row, numbers: numbersOf(row, folded) }));
  const given = (name: keyof typeof words) => own.flatMap(({ numbers }) => numbers[name] ?? []);
  const pairs = given("plateNumber").map((key) => ({ country: key.slice(0, 2), plate: key.slice(3) }));
  const drives = sql`v.company_id = current_company() and v.status not in (${statesIn(vehicleFlow, "over")})`;
  const { rows: owners } = await sql<{ field: keyof typeof words; value: string; id: string; unitNumber: string }>`
    select 'vin' as field, v.vin as value, v.id, v.unit_number as "unitNumber" from vehicles v
      where v.company_id = current_company() and v.vin = any(${given("vin")}::text[])
    union all select 'plateNumber', v.plate_country || ' ' || v.plate_key, v.id, v.unit_number from vehicles v
      join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (country text, plate text)
        on v.plate_country = p.country and v.plate_key = p.plate where ${drives}
    union all select 'fuelCardRef', v.fuel_card_key, v.id, v.unit_number from vehicles v
      where ${drives} and v.fuel_card_key = any(${given("fuelCardRef")}::text[])`.execute(ctx.db);
  const ownerOf = new Map(owners.map((owner) => [`${owner.field} ${owner.value}`, owner]));
  return new Map(
    own.flatMap(({ row, numbers }) => {
      const taken = Object.entries(numbers).flatMap(([field, value]) => {
        const owner = value === null ? undefined : ownerOf.get(`${field} ${value}`);
        return owner && owner.id !== row.id ? [[field, words[owner.field](owner.unitNumber)] as const] : [];
      });
      const once = { unitNumber: folded(row.input.unitNumber), ...numbers };
      const errors = [...repeated(row.rowNo, once, ofFile), ...taken];
      return errors.length > 0 ? [[row.rowNo, Object.fromEntries(errors)] as const] : [];
    }),
  );
}

function repeated(rowNo: number, numbers: Readonly<Record<string, string | null>>, ofFile: NumbersOfFile) {
  return Object.entries(numbers).flatMap(([field, value]) => {
    if (value === null) return [];
    const key = `${field} ${value}`;
    const first = ofFile.get(key) ?? rowNo;
    ofFile.set(key, first);
    return first === rowNo ? [] : [[field, message("Row {row} has the same.", { row: first })] as const];
  });
}
