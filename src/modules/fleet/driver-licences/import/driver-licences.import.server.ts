import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { outOfDate, type Importer, type SavedRecord, type StagedRow } from "#server/records/importer.ts";
import { seesConfidential } from "../../documents/document-states.server.ts";
import { holderOfRows } from "../../documents/import/holders.server.ts";
import { isSealed, sealedNumber } from "../../drivers/sealed-number.server.ts";
import { contradictions } from "../driver-licences.server.ts";
import { classesOf, licenceRow, type LicenceRow } from "./licence-row.ts";

type Errors = Readonly<Record<string, Sentence>>;

interface Licence {
  readonly id: string;
  readonly driverId: string;
  readonly sealedNumber: Buffer;
  readonly numberEnd: string;
  readonly issuingCountry: string;
  readonly issuedOn: string | null;
  readonly expiresOn: string;
  readonly classEnds: readonly string[];
}

/** A row whose driver is clear. */
interface Named {
  readonly rowNo: number;
  readonly row: LicenceRow;
  readonly driverId: string;
  readonly hasLeft: boolean;
}

/** The first row of a file for each licence that it is to enter. */
type Firsts = Map<string, number>;

/**
 * Licences of drivers, a row for each. What is there already, by its driver, number, country and days, stays as it is; everything
 * else is entered as by hand, by whoever imports it, and waits for somebody else to verify it. Its number is kept sealed alone.
 */
export const driverLicenceImporter: Importer<Firsts> = {
  entity: "driver-licence",
  title: "Driver licences",
  can: "CAN_EDIT_DRIVER_PAPERS",
  isPrivate: true,
  secret: ["number"],
  key: ["driver", "number", "issuingCountry", "issuedOn", "expiresOn"],
  fields: [
    {
      name: "driver",
      label: "Driver",
      kind: "text",
      required: true,
      aliases: ["driverid", "drivername", "employeeno", "employeenumber", "fahrer", "personalnummer"],
      hint: "The employee number",
    },
    {
      name: "number",
      label: "Licence number",
      kind: "text",
      required: true,
      aliases: ["numberend", "licenceno", "licensenumber", "licenseno", "führerscheinnummer"],
      hint: "Kept sealed; the rows of the file lose it once they are applied",
    },
    {
      name: "classes",
      label: "Classes",
      kind: "words",
      required: true,
      aliases: ["classends", "class", "categories", "klassen", "führerscheinklassen"],
      hint: "B, CE; with a day of its own behind a class that ends before the card: CE 2031-05-01",
    },
    { name: "issuedOn", label: "Issued on", kind: "date", aliases: ["issued", "ausgestelltam"] },
    {
      name: "expiresOn",
      label: "Valid until",
      kind: "date",
      required: true,
      aliases: ["expires", "expirydate", "cardexpireson", "gültigbis", "ablauf"],
    },
    {
      name: "issuingCountry",
      label: "Issuing country",
      kind: "country",
      required: true,
      aliases: ["country", "countrycode", "land", "ausstellungsland"],
    },
    { name: "issuingAuthority", label: "Issued by", kind: "text", aliases: ["authority", "issuer", "aussteller"] },
  ],
  row: licenceRow,
  memory: () => new Map(),
  async check(ctx, rows, firsts) {
    const { named, errors } = await nameRows(ctx, rows);
    const there = await licencesOf(ctx, named, ctx.user?.id ?? "");
    for (const one of named) {
      const wrong = errorsOf(ctx, one, { there: there.get(one.driverId) ?? [], firsts });
      if (Object.keys(wrong).length > 0) errors.set(one.rowNo, wrong);
    }
    return errors;
  },
  async saved(ctx, rows, by) {
    const { named } = await nameRows(ctx, rows);
    const there = await licencesOf(ctx, named, by);
    return new Map(
      named.flatMap((one): [number, SavedRecord][] => {
        const licence = (there.get(one.driverId) ?? []).find((other) => isSame(ctx, one, other));
        return licence ? [[one.rowNo, { id: licence.id, values: {} }]] : [];
      }),
    );
  },
  async apply(ctx, rows, by) {
    if (rows.length === 0) return [];
    await lockDrivers(ctx, (await nameRows(ctx, rows)).named);
    const { named, errors } = await nameRows(ctx, rows);
    const there = await licencesOf(ctx, named, by);
    const firsts: Firsts = new Map();
    const isBad = (one: Named) =>
      Object.keys(errorsOf(ctx, one, { there: there.get(one.driverId) ?? [], firsts })).length > 0;
    const [bad] = [...errors.keys(), ...named.flatMap((one) => (isBad(one) ? [one.rowNo] : []))];
    if (bad !== undefined) throw outOfDate(bad);
    return enter(ctx, named, by);
  },
};

async function nameRows(
  ctx: Ctx,
  rows: readonly StagedRow[],
): Promise<{ readonly named: readonly Named[]; readonly errors: Map<number, Errors> }> {
  const drivers = await holderOfRows(ctx, rows, "driver");
  const errors = new Map<number, Errors>();
  const named = rows.flatMap(({ rowNo, value }): Named[] => {
    const driver = drivers.get(rowNo);
    if (!driver) return [];
    if ("id" in driver)
      return [{ rowNo, row: value as unknown as LicenceRow, driverId: driver.id, hasLeft: driver.hasLeft }]; // its rules have read it
    errors.set(rowNo, { driver });
    return [];
  });
  return { named, errors };
}

/** What is wrong with a row, whose driver has these licences; nothing with one that is there already. */
function errorsOf(
  ctx: Ctx,
  named: Named,
  { there, firsts }: { readonly there: readonly Licence[]; readonly firsts: Firsts },
): Errors {
  const { rowNo, row, driverId, hasLeft } = named;
  const known = there.find((one) => isSame(ctx, named, one));
  if (known) {
    const said = classesOf(row).map((one) => `${one.class} ${one.expiresOn}`);
    return said.toSorted().join() === [...known.classEnds].toSorted().join()
      ? {}
      : { classes: message("This licence is there already with other classes. Change it on the page of its driver.") };
  }
  if (hasLeft) return { driver: message("This driver has left the company: no papers are added any more.") };
  const wrong = Object.entries(contradictions({ ...row, classes: classesOf(row) }));
  if (wrong.length > 0) return Object.fromEntries(wrong.map(([field, told]) => [field.split(".")[0] ?? field, told]));
  if (row.number.length < 4) return { number: message("Give the whole number of the licence.") };
  const key = JSON.stringify([driverId, row.number.toLowerCase(), row.issuingCountry, row.issuedOn, row.expiresOn]);
  const first = firsts.get(key);
  if (first !== undefined) return { driver: message("Row {row} has the same.", { row: first }) };
  firsts.set(key, rowNo);
  return {};
}

/** Whether a row is about this licence: its number is that one, or the last signs of it that our own list has. */
function isSame(ctx: Ctx, { row, driverId }: Named, licence: Licence): boolean {
  return (
    licence.driverId === driverId &&
    licence.issuingCountry === row.issuingCountry &&
    licence.issuedOn === row.issuedOn &&
    licence.expiresOn === row.expiresOn &&
    (licence.numberEnd === row.number || isSealed(ctx, licence, row.number))
  );
}

/** The licences of these drivers, by the driver; none for somebody who may not see them. */
async function licencesOf(
  ctx: Ctx,
  named: readonly Named[],
  by: string,
): Promise<ReadonlyMap<string, readonly Licence[]>> {
  const ids = [...new Set(named.map(({ driverId }) => driverId))];
  const { rows } = await sql<Licence>`select l.id, l.driver_id as "driverId", l.sealed_number as "sealedNumber",
      l.number_end as "numberEnd", l.issuing_country as "issuingCountry", l.issued_on as "issuedOn", l.expires_on as "expiresOn",
      array(select c.class || ' ' || c.expires_on from driver_licence_classes c where c.company_id = l.company_id
        and c.licence_id = l.id) as "classEnds"
    from driver_licences l where l.company_id = current_company() and l.driver_id = any(${ids}::uuid[])
      and ${seesConfidential(by)} order by l.archived_at nulls first, l.id`.execute(ctx.db);
  return Map.groupBy(rows, ({ driverId }) => driverId);
}

/** Whoever lets one of these drivers leave waits, or was there before. */
async function lockDrivers(ctx: Ctx, named: readonly Named[]): Promise<void> {
  const ids = [...new Set(named.map(({ driverId }) => driverId))];
  await sql`select from drivers where company_id = current_company() and id = any(${ids}::uuid[])
    order by id for no key update`.execute(ctx.db);
}

/** Enters licences as a person does: unverified, by whoever has uploaded them. */
async function enter(ctx: Ctx, named: readonly Named[], by: string) {
  const given = named.map(({ rowNo, row, driverId }) => {
    const { issuingCountry, issuingAuthority, issuedOn, expiresOn, number } = row;
    const sealed = sealedNumber(ctx, driverId, number);
    return {
      rowNo,
      driverId,
      issuingCountry,
      issuingAuthority,
      issuedOn,
      expiresOn,
      numberEnd: sealed.numberEnd,
      sealed: sealed.sealedNumber.toString("hex"),
      classes: classesOf(row),
    };
  });
  const { rows } = await sql<{ id: string; rowNo: number }>`
    with given as materialized (
      select uuidv7() as id, r.* from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r("rowNo" int, "driverId" uuid,
        sealed text, "numberEnd" text, "issuingCountry" text, "issuingAuthority" text, "issuedOn" date, "expiresOn" date,
        classes jsonb)
    ), written as (
      insert into driver_licences (id, driver_id, sealed_number, number_end, issuing_country, issuing_authority, issued_on,
        expires_on, entered_by)
      select g.id, g."driverId", decode(g.sealed, 'hex'), g."numberEnd", g."issuingCountry", g."issuingAuthority", g."issuedOn",
        g."expiresOn", ${by}::uuid from given g order by g."rowNo" returning id
    ), held as (
      insert into driver_licence_classes (licence_id, position, class, expires_on)
      select g.id, c.at - 1, c.held ->> 'class', (c.held ->> 'expiresOn')::date
      from given g cross join jsonb_array_elements(g.classes) with ordinality c(held, at)
    )
    select g.id, g."rowNo" from given g join written w on w.id = g.id order by g."rowNo"`.execute(ctx.db);
  return rows.map((row) => ({ ...row, created: true }));
}
