import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import {
  outOfDate,
  type ImportFile,
  type Importer,
  type SavedRecord,
  type StagedRow,
} from "#server/records/importer.ts";
import { attachFiles } from "../../../settings/files/attach-files.server.ts";
import { safeName } from "../../../settings/files/upload-rules.server.ts";
import { seesConfidential } from "../document-states.server.ts";
import { paperRow, type PaperRow } from "./paper-row.server.ts";
import { resolve, type Resolved } from "./holders.server.ts";
import { scansOf, type Scans } from "./scans.server.ts";

interface Memory {
  readonly scans: Scans;
  /** The first row of a file for each paper that it is to enter. */
  readonly firsts: Map<string, number>;
}

const valueOf = ({ value }: StagedRow): PaperRow => value as unknown as PaperRow; // the rules of a row have read it

/** What makes two rows one paper: its type, whose it is, its number and its days. */
const sameness = ({ typeId, vehicleId, driverId, assetId, tripId, deliveryId }: Resolved, row: PaperRow): string =>
  JSON.stringify([
    typeId,
    vehicleId ?? driverId ?? assetId ?? tripId ?? deliveryId,
    row.number?.toLowerCase() ?? null,
    row.issuedOn,
    row.validFrom,
    row.expiresOn,
  ]);

/**
 * Documents with their scans in one zip, or without any in a table. What is there already, by its type, whose it is, its number
 * and its days, stays as it is; everything else is entered as by hand, by whoever imports it.
 */
export const documentImporter: Importer<Memory> = {
  entity: "document",
  title: "Documents",
  can: "CAN_EDIT_DOCUMENTS",
  takesFiles: true,
  isPrivate: true,
  key: ["type", "vehicle", "driver", "asset", "trip", "delivery", "number", "issuedOn", "validFrom", "expiresOn"],
  fields: [
    {
      name: "type",
      label: "Type",
      kind: "text",
      required: true,
      aliases: ["typeid", "typename", "document", "documenttype", "typecode", "dokument", "dokumentart"],
      hint: "A type that exists already, by code or name",
    },
    {
      name: "vehicle",
      label: "Vehicle",
      kind: "text",
      aliases: ["vehicleid", "vehiclename", "unitnumber", "plate", "vin", "fahrzeug", "kennzeichen"],
      hint: "Of documents of vehicles: the number, plate or VIN",
    },
    {
      name: "driver",
      label: "Driver",
      kind: "text",
      aliases: ["driverid", "drivername", "employeeno", "employeenumber", "fahrer", "personalnummer"],
      hint: "Of documents of drivers: the employee number",
    },
    {
      name: "asset",
      label: "Asset",
      kind: "text",
      aliases: ["assetid", "assetno", "assetnumber", "inventarnummer"],
      hint: "Of documents of assets: the number",
    },
    {
      name: "trip",
      label: "Trip",
      kind: "text",
      aliases: ["tripid", "tripnumber", "tour", "tournummer"],
      hint: "Of documents of trips that are there already: the number",
    },
    {
      name: "delivery",
      label: "Delivery",
      kind: "text",
      aliases: ["deliveryid", "deliverynumber", "lieferung", "lieferungsnummer"],
      hint: "Of documents of deliveries that are there already: the number",
    },
    { name: "title", label: "What it is", kind: "text", aliases: ["title", "bezeichnung"] },
    { name: "number", label: "Number", kind: "text", aliases: ["documentnumber", "dokumentnummer"] },
    { name: "issuer", label: "Issued by", kind: "text", aliases: ["authority", "aussteller"] },
    { name: "issuedOn", label: "Issued on", kind: "date", aliases: ["issued", "ausgestelltam"] },
    { name: "validFrom", label: "Valid from", kind: "date", aliases: ["begins", "gultigab"] },
    { name: "expiresOn", label: "Expires on", kind: "date", aliases: ["ends", "validuntil", "gultigbis", "ablauf"] },
    {
      name: "file",
      label: "File",
      kind: "text",
      aliases: ["files", "scan", "scans", "datei", "dateien"],
      hint: "Files of the zip, several separated by a semicolon",
    },
  ],
  row: paperRow,
  memory: (_groups, files) => ({ scans: scansOf(files), firsts: new Map() }),
  async check(ctx, rows, { scans, firsts }) {
    const there = await savedPapers(ctx, rows, ctx.user?.id ?? "");
    const resolved = await resolve(ctx, rows, { seesConfidential: ctx.can("CAN_VIEW_DRIVER_PAPERS") });
    return new Map(
      rows.flatMap((row) => {
        // What is there stays as it is, whatever has become since of its type or of whom it is about.
        const errors = there.has(row.rowNo)
          ? errorsOfFiles(row, scans)
          : errorsOf(row, resolved.get(row.rowNo), { scans, firsts });
        return Object.keys(errors).length > 0 ? [[row.rowNo, errors] as const] : [];
      }),
    );
  },
  async noteRefused(_ctx, rows, { scans }) {
    for (const { value } of rows) if (typeof value["file"] === "string") scans.note(value["file"]);
  },
  async complete(_ctx, { scans }) {
    return { values: new Map(), assumed: new Map(scans.unnamed().map((name) => [`${unnamed}${name}`, 1])) };
  },
  async assumed(_ctx, rows) {
    return new Map([[known, rows.filter((row) => row.id !== null && valueOf(row).file !== null).length]]);
  },
  tell(assumed) {
    const names = [...assumed.keys()]
      .filter((what) => what.startsWith(unnamed))
      .map((what) => what.slice(unnamed.length));
    const there = assumed.get(known) ?? 0;
    return [
      ...(names.length > 0
        ? [
            message(
              "{count, plural, one {No row names a file of the zip, and it is not kept} other {No row names # files of the zip, and they are not kept}}: {names}",
              {
                count: names.length,
                names: names.length > 10 ? `${names.slice(0, 10).join(", ")}, …` : names.join(", "),
              },
            ),
          ]
        : []),
      ...(there > 0
        ? [message("Documents that are there already, and whose files are not added: {count}", { count: there })]
        : []),
    ];
  },
  saved: savedPapers,
  async apply(ctx, rows, by, { scans }) {
    const how = { seesConfidential: await maySeeConfidential(ctx, by), isLocked: true };
    await lockDrivers(ctx, [...(await resolve(ctx, rows, how)).values()]);
    const again = await resolve(ctx, rows, how);
    const papers = rows.map((row) => {
      const now = again.get(row.rowNo);
      const named = scans.named(valueOf(row).file ?? "");
      if (!now || "errors" in now || "error" in named) throw outOfDate(row.rowNo);
      return { rowNo: row.rowNo, row: valueOf(row), named: named.scans, ...now };
    });
    const ids = await enter(ctx, papers, by);
    const written = papers.map((paper) => ({
      ...paper,
      id: ids.get(paper.rowNo) ?? "",
      files: paper.named.map(keptAs),
    }));
    const files = written.flatMap(({ id, files: own }) => own.map((file) => ({ ...file, entityId: id })));
    await attachFiles(ctx, "document", files, by);
    return written.map(({ id, rowNo, files: own }) => ({
      id,
      rowNo,
      created: true,
      attached: own.map(({ name }) => name),
    }));
  },
};

const unnamed = "unnamed:";
const known = "known";

function errorsOf(
  row: StagedRow,
  found: Resolved | { readonly errors: Readonly<Record<string, Sentence>> } | undefined,
  { scans, firsts }: Memory,
): Readonly<Record<string, Sentence>> {
  const value = valueOf(row);
  const ofFile = errorsOfFiles(row, scans);
  if (!found || "errors" in found) return { ...ofFile, ...found?.errors };
  const paper = sameness(found, value);
  const first = firsts.get(paper);
  if (first === undefined) firsts.set(paper, row.rowNo);
  return first === undefined ? ofFile : { ...ofFile, type: message("Row {row} has the same.", { row: first }) };
}

function errorsOfFiles(row: StagedRow, scans: Scans): Readonly<Record<string, Sentence>> {
  const { file } = valueOf(row);
  scans.note(file ?? "");
  const files = scans.named(file ?? "");
  return "error" in files ? { file: files.error } : {};
}

/** A file of the zip as a record keeps it: under its own name, without its folders. */
function keptAs({ names, bytes, sha256, mediaType }: ImportFile) {
  return { name: safeName(names[0] ?? ""), bytes, sha256, mediaType: mediaType ?? "" };
}

async function maySeeConfidential(ctx: Ctx, by: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${seesConfidential(by)} as may`.execute(ctx.db);
  return rows[0]?.may === true;
}

/** Whoever lets one of these drivers leave waits, or was there before. */
async function lockDrivers(ctx: Ctx, found: readonly (Resolved | { readonly errors: unknown })[]): Promise<void> {
  const ids = [...new Set(found.flatMap((one) => ("errors" in one || one.driverId === null ? [] : [one.driverId])))];
  if (ids.length === 0) return;
  await sql`select from drivers where company_id = current_company() and id = any(${ids}::uuid[])
    order by id for no key update`.execute(ctx.db);
}

/** The papers that are there already, as far as whoever imports may see them. */
async function savedPapers(
  ctx: Ctx,
  rows: readonly StagedRow[],
  by: string,
): Promise<ReadonlyMap<number, SavedRecord>> {
  const mayAll = await maySeeConfidential(ctx, by);
  const resolved = await resolve(ctx, rows, { seesConfidential: mayAll, isKnown: true });
  const asked = rows.flatMap((row) => {
    const now = resolved.get(row.rowNo);
    return !now || "errors" in now ? [] : [{ rowNo: row.rowNo, ...now, ...datesOf(valueOf(row)) }];
  });
  if (asked.length === 0) return new Map();
  const { rows: found } = await sql<{ rowNo: number; id: string }>`
    select r."rowNo", p.id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r("rowNo" int, "typeId" uuid, "vehicleId" uuid,
      "driverId" uuid, "assetId" uuid, "tripId" uuid, "deliveryId" uuid, number text, "issuedOn" date, "validFrom" date,
      "expiresOn" date)
    cross join lateral (select p.id from papers p where p.company_id = current_company() and p.type_id = r."typeId"
      and p.vehicle_id is not distinct from r."vehicleId" and p.driver_id is not distinct from r."driverId"
      and p.asset_id is not distinct from r."assetId" and p.trip_id is not distinct from r."tripId"
      and p.delivery_id is not distinct from r."deliveryId" and p.issued_on is not distinct from r."issuedOn"
      and p.valid_from is not distinct from r."validFrom" and p.expires_on is not distinct from r."expiresOn"
      and (lower(p.number) is not distinct from lower(r.number)
        or (p.number_end is not null and right(r.number, length(p.number_end)) = p.number_end))
      and (${mayAll} or not p.is_confidential)
      order by p.archived_at nulls first, p.id limit 1) p`.execute(ctx.db);
  return new Map(found.map(({ rowNo, id }) => [rowNo, { id, values: {} }]));
}

const datesOf = ({ number, issuedOn, validFrom, expiresOn }: PaperRow) => ({ number, issuedOn, validFrom, expiresOn });

/** Enters papers as a person does: unverified, by whoever has uploaded them. The id of each by its row. */
async function enter(
  ctx: Ctx,
  papers: readonly (Resolved & { readonly rowNo: number; readonly row: PaperRow })[],
  by: string,
): Promise<ReadonlyMap<number, string>> {
  const given = papers.map(({ row: { title, issuer, ...row }, rowNo, ...paper }) => ({
    rowNo,
    typeId: paper.typeId,
    subject: paper.subject,
    isConfidential: paper.isConfidential,
    vehicleId: paper.vehicleId,
    driverId: paper.driverId,
    assetId: paper.assetId,
    title,
    issuer,
    ...datesOf({ ...row, title, issuer }),
  }));
  const { rows } = await sql<{ rowNo: number; id: string }>`
    with given as materialized (
      select uuidv7() as id, r.* from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r("rowNo" int, "typeId" uuid, subject text,
        "isConfidential" boolean, "vehicleId" uuid, "driverId" uuid, "assetId" uuid, title text, number text, issuer text,
        "issuedOn" date, "validFrom" date, "expiresOn" date)
    ), written as (
      insert into papers (id, type_id, subject, is_confidential, vehicle_id, driver_id, asset_id, title, number, issuer, issued_on,
        valid_from, expires_on, entered_by, created_by)
      select g.id, g."typeId", g.subject, g."isConfidential", g."vehicleId", g."driverId", g."assetId", g.title, g.number, g.issuer,
        g."issuedOn", g."validFrom", g."expiresOn", ${by}::uuid, ${by}::uuid from given g returning id
    )
    select g."rowNo", g.id from given g join written w on w.id = g.id`.execute(ctx.db);
  return new Map(rows.map(({ rowNo, id }) => [rowNo, id]));
}
