import { sql, type RawBuilder } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { withKeys } from "#server/records/folded-keys.ts";
import { asId } from "#server/records/import-names.ts";
import type { StagedRow } from "#server/records/importer.ts";
import { statesIn } from "#server/records/states.ts";
import { driverFlow } from "../../drivers/drivers.flow.ts";
import { vehicleFlow } from "../../vehicles/vehicles.flow.ts";
import { contradictions, refusedType, strangeSubject, type TypeNow } from "../document-rules.ts";
import type { PaperRow } from "./paper-row.server.ts";

/** Whose documents a table has. Those of trips and deliveries are known again, and new ones entered on their pages. */
export const holders = ["vehicle", "driver", "asset", "trip", "delivery"] as const;
export type Holder = (typeof holders)[number];

interface Called {
  readonly called: string;
  /** How well the name fits: of several only the best count. */
  readonly rank: number;
  readonly id: string;
}
interface CalledType extends Called, TypeNow {}
interface CalledDriver extends Called {
  readonly hasLeft: boolean;
}

/** What a row names: its type, and of whom or what it is; or what is wrong with that, by field. */
export interface Resolved {
  readonly typeId: string;
  readonly subject: string;
  readonly isConfidential: boolean;
  readonly vehicleId: string | null;
  readonly driverId: string | null;
  readonly assetId: string | null;
  readonly tripId: string | null;
  readonly deliveryId: string | null;
}
type Errors = Readonly<Record<string, Sentence>>;

const none = {
  vehicle: (code: string) => message("The fleet has no vehicle {code}.", { code }),
  driver: (code: string) => message("There is no driver {code}. Enter them first.", { code }),
  asset: (code: string) => message("There is no asset {code}. Enter it first.", { code }),
  trip: (code: string) => message("There is no trip {code}.", { code }),
  delivery: (code: string) => message("There is no delivery {code}.", { code }),
};
const several = {
  vehicle: (code: string) => message("Several vehicles are called {code}. Give the number of the one.", { code }),
  driver: (code: string) =>
    message("Several drivers are called {code}. Give the employee number of the one.", { code }),
  asset: (code: string) => message("Several assets are called {code}. Give the number of the one.", { code }),
  trip: none.trip, // each has its number for itself, and so has the next
  delivery: none.delivery,
};

const c = sql`c.key`;
/** How a file may call each: by its id or its own number before all others, and what is no longer in the fleet last. */
const lookedUp: Readonly<Record<Holder, { readonly from: RawBuilder<unknown>; readonly rank: RawBuilder<unknown> }>> = {
  vehicle: {
    from: sql`vehicles h on h.company_id = current_company() and (h.id = ${asId(c)} or h.unit_number_key = ${c}
      or h.plate_key = upper(regexp_replace(${c}, '[^[:alnum:]]', '', 'g')) or h.vin = upper(${c}))`,
    rank: sql`case when h.id = ${asId(c)} then 0 when h.status in (${statesIn(vehicleFlow, "over")}) then 2 else 1 end`,
  },
  driver: {
    from: sql`drivers h on h.company_id = current_company() and (h.id = ${asId(c)} or h.employee_no_key = ${c}
      or (h.erased_at is null and lower(${fullName("h")}) = ${c}))`,
    rank: sql`case when h.id = ${asId(c)} then 0 when h.employee_no_key = ${c} then 1 else 2 end`,
  },
  asset: {
    from: sql`assets h on h.company_id = current_company() and (h.id = ${asId(c)} or h.asset_no_key = ${c})`,
    rank: sql`case when h.id = ${asId(c)} then 0 else 1 end`,
  },
  trip: {
    from: sql`trips h on h.company_id = current_company() and (h.id = ${asId(c)} or h.trip_number = upper(${c}))`,
    rank: sql`0`,
  },
  delivery: {
    from: sql`fleet_deliveries h on h.company_id = current_company()
      and (h.id = ${asId(c)} or h.delivery_number = upper(${c}))`,
    rank: sql`0`,
  },
};

const given = (rows: readonly StagedRow[], field: Holder | "type"): string[] => [
  ...new Set(rows.map(({ value }) => (value as PaperRow)[field] ?? "").filter(Boolean)),
];

async function called(ctx: Ctx, rows: readonly StagedRow[], holder: Holder) {
  const names = given(rows, holder);
  if (names.length === 0) return best<CalledDriver>([]);
  const hasLeft =
    holder === "driver"
      ? sql`h.erased_at is not null or h.status not in (${statesIn(driverFlow, "employed")})`
      : sql`false`;
  const { rows: found } = await sql<CalledDriver>`
    select c.text as called, h.id, ${lookedUp[holder].rank} as rank, ${hasLeft} as "hasLeft"
    from ${withKeys(names)} c join ${lookedUp[holder].from}`.execute(ctx.db);
  return best(found);
}

/** The vehicle or the driver that each row names in the field of that name, by the row's number; or what is wrong with the name. */
export async function holderOfRows(
  ctx: Ctx,
  rows: readonly StagedRow[],
  holder: "vehicle" | "driver",
): Promise<ReadonlyMap<number, { readonly id: string; readonly hasLeft: boolean } | Sentence>> {
  const found = await called(ctx, rows, holder);
  return new Map(
    rows.map(({ rowNo, value }) => {
      const name = String(value[holder]);
      const [one, ...others] = found.get(name) ?? [];
      if (!one) return [rowNo, none[holder](name)];
      return [rowNo, others.length > 0 ? several[holder](name) : one];
    }),
  );
}

/** The types that these rows name. Locked, they stay as they are until this transaction ends. */
async function types(ctx: Ctx, rows: readonly StagedRow[], isLocked: boolean) {
  const { rows: found } = await sql<CalledType>`
    select c.text as called, k.id, k.subject, k.is_confidential as "isConfidential", k.requires_expiry as "requiresExpiry",
      k.is_active and k.archived_at is null as "isOffered",
      case when k.id = ${asId(c)} then 0 when lower(k.code) = ${c} then 1
        when k.is_active and k.archived_at is null then 2 else 3 end as rank
    from ${withKeys(given(rows, "type"))} c join document_types k on k.company_id = current_company()
      and (k.id = ${asId(c)} or lower(k.code) = ${c} or lower(k.name) = ${c}) ${isLocked ? sql`for share of k` : sql``}`.execute(
    ctx.db,
  );
  return best(found);
}

/** By what they are called: those that fit best, of which there should be one. */
function best<T extends Called>(found: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = Map.groupBy(found, (one) => one.called);
  return new Map(
    [...groups].map(([name, all]) => {
      const least = Math.min(...all.map(({ rank }) => rank));
      return [name, all.filter(({ rank }) => rank === least)];
    }),
  );
}

interface How {
  /** Whether whoever imports may see, and so enter, confidential documents. */
  readonly seesConfidential: boolean;
  /** Nobody changes the types or lets the drivers leave before this transaction ends. */
  readonly isLocked?: boolean;
  /** Only what rows name, whatever has become of it since: for what is there already. */
  readonly isKnown?: boolean;
}

/** What each of these rows names, or what is wrong with it, by its number; a fixed number of statements. */
export async function resolve(
  ctx: Ctx,
  rows: readonly StagedRow[],
  { seesConfidential, isLocked = false, isKnown = false }: How,
): Promise<ReadonlyMap<number, Resolved | { readonly errors: Errors }>> {
  const known = await types(ctx, rows, isLocked);
  const found = {
    vehicle: await called(ctx, rows, "vehicle"),
    driver: await called(ctx, rows, "driver"),
    asset: await called(ctx, rows, "asset"),
    trip: await called(ctx, rows, "trip"),
    delivery: await called(ctx, rows, "delivery"),
  };
  const resolveRow = (row: PaperRow): Resolved | { readonly errors: Errors } => {
    const [type, ...otherTypes] = known.get(row.type) ?? [];
    if (!type)
      return { errors: { type: message("There is no document type {name}. Enter it first.", { name: row.type }) } };
    if (otherTypes.length > 0)
      return {
        errors: {
          type: message("Several document types are called {name}. Give the code of the one.", { name: row.type }),
        },
      };
    const refused = refusedType(type, seesConfidential);
    if (refused && !isKnown) return { errors: { type: refused } };
    if ((type.subject === "trip" || type.subject === "delivery") && !isKnown)
      return { errors: { type: message("Documents of trips and deliveries are entered on their pages.") } };
    const isNamed = (subject: string) => holders.some((one) => one === subject && row[one] !== null);
    const stranger = strangeSubject(type.subject, isNamed);
    if (stranger) return { errors: { [stranger.subject]: stranger.sentence } };
    const ids: Record<Holder, string | null> = { vehicle: null, driver: null, asset: null, trip: null, delivery: null };
    for (const holder of holders) {
      const name = row[holder];
      if (name === null) continue;
      const [one, ...others] = found[holder].get(name) ?? [];
      if (!one) return { errors: { [holder]: none[holder](name) } };
      if (others.length > 0) return { errors: { [holder]: several[holder](name) } };
      if (one.hasLeft && !isKnown)
        return { errors: { [holder]: message("This driver has left the company: no papers are added any more.") } };
      ids[holder] = one.id;
    }
    const wrong = contradictions(type, row);
    if (Object.keys(wrong).length > 0 && !isKnown) return { errors: wrong };
    const { subject, isConfidential } = type;
    return {
      typeId: type.id,
      subject,
      isConfidential,
      vehicleId: ids.vehicle,
      driverId: ids.driver,
      assetId: ids.asset,
      tripId: ids.trip,
      deliveryId: ids.delivery,
    };
  };
  return new Map(rows.map(({ rowNo, value }) => [rowNo, resolveRow(value as PaperRow)])); // the rules of a row have read it
}
