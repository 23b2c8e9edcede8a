import type { Keys } from "#server/crypto/keys.ts";
import type { Db } from "#server/db/database.ts";
import { sealedNumber } from "#modules/fleet/drivers/sealed-number.server.ts";
import { addRows, daysFrom, type Row } from "./bulk.ts";
import { Random } from "./random.ts";

interface Team {
  readonly moment: Date;
  readonly at: Date;
  readonly keys: Keys;
  /** Who entered their papers, and who has verified them. */
  readonly enteredBy: string;
  readonly verifiedBy: string;
  /** The account of the driver who signs in. */
  readonly userId: string;
  readonly locationIds: readonly string[];
}

const firstNames =
  "Jan Pieter Ewa Marek Sanne Joris Yusuf Luc Anna Bram Katarzyna Dirk Fatima Stijn Mihai Lotte Andrei Wout Ilse Goran".split(
    " ",
  );
const lastNames =
  "Smit Jansen Kowalski Peeters Nowak Maes Yildiz Visser Claes Popescu Dekker Willems Horvat Meijer Jacobs Dumitru Bos Lambert".split(
    " ",
  );
const count = 80;
const day = (moment: Date, days: number) => daysFrom(moment, days).toISOString().slice(0, 10);

/** Eighty drivers: most may drive today, some have papers that end soon or have ended, some wait for somebody to look. */
export async function addDrivers(db: Db, { moment, at, keys, userId, locationIds, ...by }: Team): Promise<void> {
  const random = new Random(80);
  const id = () => random.id(at);
  const drivers: Row[] = [];
  const licences: Row[] = [];
  const classes: Row[] = [];
  for (let n = 0; n < count; n += 1) {
    const driverId = id();
    const isOurs = n === 0;
    const isNew = n % 20 === 7;
    const hasLeft = n % 27 === 13;
    const isSuspended = n === 31;
    const [first, last] = isOurs
      ? ["Tom", "Bakker"]
      : [firstNames[n % firstNames.length] ?? "", lastNames[(n * 7) % lastNames.length] ?? ""];
    drivers.push({
      id: driverId,
      employee_no: `P-${String(200 + n).padStart(4, "0")}`,
      first_name: first,
      last_name: last,
      phone: `+31 6 5550 ${String(1000 + n * 37).slice(-4)}`,
      email: null,
      emergency_name: isOurs || n % 3 === 0 ? `${firstNames[(n * 3 + 1) % firstNames.length]} ${last}` : null,
      emergency_phone: isOurs || n % 3 === 0 ? `+31 6 5551 ${String(1000 + n * 37).slice(-4)}` : null,
      user_id: isOurs ? userId : null,
      employment: n % 11 === 4 ? "agency" : n % 17 === 9 ? "owner_operator" : "employee",
      home_location_id: locationIds[n % locationIds.length] ?? null,
      identification_tag: `0A${(4096 + n * 13).toString(16).toUpperCase()}`,
      status: hasLeft ? "left" : isSuspended ? "suspended" : isNew ? "invited" : "active",
      suspended_reason: isSuspended ? "Licence taken for a month after speeding" : null,
      hired_on: day(at, -random.whole(30, 3000)),
      left_on: hasLeft ? day(moment, -random.whole(20, 90)) : null,
      created_at: at,
    });
    const licenceId = id();
    const cardEnds = n % 19 === 5 ? -random.whole(3, 40) : random.whole(70, 3000);
    const isPending = isNew || n % 23 === 11;
    licences.push({
      id: licenceId,
      driver_id: driverId,
      ...sealed(keys, driverId, `${random.whole(1_000_000_000, 9_999_999_999)}`),
      issuing_country: n % 5 === 2 ? "BE" : n % 7 === 3 ? "PL" : "NL",
      issuing_authority: n % 5 === 2 ? "Stad Antwerpen" : n % 7 === 3 ? "Prezydent m. Poznania" : "Gemeente Tilburg",
      issued_on: day(at, -random.whole(100, 2000)),
      expires_on: day(moment, cardEnds),
      status: isPending ? "pending" : "verified",
      entered_by: by.enteredBy,
      decided_by: isPending ? null : by.verifiedBy,
      decided_at: isPending ? null : at,
      created_at: at,
    });
    const truckEnds = n % 13 === 6 ? random.whole(2, 50) : Math.min(cardEnds, random.whole(70, 1800));
    const held = n % 9 === 8 ? ["B", "C1"] : ["B", "C", "CE"];
    held.forEach((name, position) =>
      classes.push({
        id: id(),
        licence_id: licenceId,
        position,
        class: name,
        expires_on: day(moment, name === "B" ? cardEnds : truckEnds),
        restrictions: position > 0 && n % 6 === 1 ? "01.06" : null,
      }),
    );
  }
  await addRows(db, "drivers", drivers);
  await addRows(db, "driver_licences", licences);
  await addRows(db, "driver_licence_classes", classes);
}

/** As rows travel: bytes as PostgreSQL writes them. */
function sealed(keys: Keys, driverId: string, number: string): Row {
  const { sealedNumber: bytes, numberEnd } = sealedNumber({ app: { keys } }, driverId, number);
  return { sealed_number: `\\x${bytes.toString("hex")}`, number_end: numberEnd };
}
