import { compare } from "#shared/format/money.ts";
import { unitTyped } from "#shared/format/unit-names.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { StagedRow } from "#server/records/importer.ts";
import { momentOfCell } from "../../moments-of-files.server.ts";
import { headProblems, type NewDelivery } from "../complete-delivery.server.ts";
import { headFields, type DeliveryRow } from "./delivery-row.server.ts";
import type { ImportContext, SavedDelivery, SavedLine } from "./import-context.server.ts";

type Errors = Record<string, Sentence>;
type NewLine = NewDelivery["lines"][number] & { readonly code: string | null };

/** A row of which nothing is wrong: of a delivery that is there already its line, else what it makes. */
export interface JudgedRow {
  readonly rowNo: number;
  readonly row: DeliveryRow;
  readonly delivery: SavedDelivery | null;
  readonly before: SavedLine | null;
  readonly line: NewLine | null;
}

/** The rows of one delivery, the first of which says what is said of it. */
export interface DeliveryRows {
  readonly body: NewDelivery;
  readonly rows: readonly JudgedRow[];
}

export interface Judged {
  readonly errors: Map<number, Readonly<Errors>>;
  readonly deliveries: readonly DeliveryRows[];
}

/** Judges rows by the rules of a delivery that is typed, each delivery with all of its rows. */
export function judgeRows(rows: readonly StagedRow[], known: ImportContext): Judged {
  const errors = new Map<number, Readonly<Errors>>();
  const groups = Map.groupBy(rows, ({ value }) => known.folded((value as unknown as DeliveryRow).reference));
  const deliveries = [...groups].map(([key, own]): DeliveryRows => {
    const delivery = known.deliveries.get(key) ?? null;
    const used = new Set<string>();
    const judged = own.map(({ rowNo, value }): JudgedRow => {
      const row = value as unknown as DeliveryRow; // the rules of a row have read it
      const wrong: Errors = {};
      const before = delivery ? lineOf(row, delivery, used) : null;
      if (before) used.add(before.id);
      const line = delivery ? null : lineFor({ rowNo, row, wrong }, known);
      if (delivery) Object.assign(wrong, otherwise({ rowNo, row, before }, delivery, known));
      if (Object.keys(wrong).length > 0) errors.set(rowNo, wrong);
      return { rowNo, row, delivery, before, line };
    });
    const head = headOf(judged, known);
    const first = judged[0];
    if (first && !delivery) {
      const wrong = { ...headProblems(head.body), ...head.errors };
      if (Object.keys(wrong).length > 0) errors.set(first.rowNo, { ...namedInFile(wrong), ...errors.get(first.rowNo) });
    }
    return { body: head.body, rows: judged };
  });
  return { errors, deliveries };
}

/** What rows call goods and units that are not there: of rows that cannot be read whole, too, where they make a delivery. */
export function strangeGoods(rows: readonly StagedRow[], known: ImportContext): Map<number, Readonly<Errors>> {
  return new Map(
    rows.map(({ rowNo, value }) => {
      const row = { code: null, description: null, ...value } as unknown as DeliveryRow; // what of it can be read, beside its unit
      const wrong: Errors = {};
      if (!known.deliveries.has(known.folded(row.reference))) lineFor({ rowNo, row, wrong }, known);
      return [rowNo, wrong] as const;
    }),
  );
}

/** What the first row that says it says of a delivery. */
function headOf(
  judged: readonly JudgedRow[],
  known: ImportContext,
): { readonly body: NewDelivery; readonly errors: Errors } {
  const errors: Errors = {};
  const said = <K extends keyof DeliveryRow>(field: K): DeliveryRow[K] | null => {
    const one = judged.find(({ row }) => row[field] !== null && (!Array.isArray(row[field]) || row[field].length > 0));
    return one?.row[field] ?? null;
  };
  const moment = (field: "windowStart" | "windowEnd") => {
    const text = said(field);
    const at = text === null ? null : momentOfCell(text, known.zone);
    if (at !== null && typeof at !== "string") errors[field] = at;
    return typeof at === "string" ? at : null;
  };
  const idOf = (field: "locationId" | "pickupLocationId") =>
    judged.map(({ rowNo }) => known.rows.get(rowNo)?.[field] ?? null).find((id) => id !== null) ?? null;
  const locationId = idOf("locationId");
  const proofs = said("proofsRequired") ?? [];
  const asks = known.asksForCode && locationId === null && !proofs.includes("code");
  return {
    errors,
    body: {
      consigneeName: said("consigneeName"),
      contactPhone: said("contactPhone"),
      consigneeEmail: said("consigneeEmail"),
      locationId,
      address: said("address"),
      latitude: null,
      longitude: null,
      deliveryScheduleId: null,
      pickupLocationId: idOf("pickupLocationId"),
      pickupAddress: said("pickupAddress"),
      notes: said("notes"),
      windowStart: moment("windowStart"),
      windowEnd: moment("windowEnd"),
      proofsRequired: asks ? [...proofs, "code"] : proofs,
      lines: judged.flatMap(({ line }) => line ?? []),
    },
  };
}

/** The fields of a delivery as a file calls them; that it has no lines is said where they are. */
const namedInFile = ({ locationId, lines: _lines, ...errors }: Errors): Errors =>
  locationId ? { ...errors, location: locationId } : errors;

function lineFor(
  { rowNo, row, wrong }: { rowNo: number; row: DeliveryRow; wrong: Errors },
  known: ImportContext,
): NewLine | null {
  const { product = null, commodity = null } = known.rows.get(rowNo) ?? {};
  const goods = product ?? commodity;
  if (row.code !== null && !goods)
    wrong["code"] = message("There is no product or commodity {code}. Import it first, or leave the code out.", {
      code: row.code,
    });
  if (row.code === null && row.description === null)
    wrong["description"] = message("Say what it is, or give the code of a product or a commodity.");
  const typed = unitTyped(row.unit, known.own);
  const unit = typed?.qtyPerUom === null ? typed.uom : null;
  if (unit === null) wrong["unit"] = message("{unit} is no unit that is known here.", { unit: row.unit });
  else if (![...known.units, ...(product?.units ?? [])].includes(unit))
    wrong["unit"] = message("There is no unit {uom}. Choose one from the list.", { uom: unit });
  if (unit === null) return null;
  return {
    productId: product?.id ?? null,
    commodityId: product ? null : (commodity?.id ?? null),
    code: goods?.code ?? null,
    description: row.description ?? goods?.name ?? null,
    unit,
    plannedQuantity: row.quantity,
  };
}

/** The line of a delivery that a row is about: by its number, else the first that is the same and that no row above is about. */
function lineOf(row: DeliveryRow, delivery: SavedDelivery, used: ReadonlySet<string>): SavedLine | null {
  const free = delivery.lines.filter(({ id }) => !used.has(id));
  const isSame = ({ code, description, quantity }: SavedLine) =>
    (row.code === null || row.code.toLowerCase() === code?.toLowerCase()) &&
    (row.description === null || row.description === description) &&
    compare(row.quantity, quantity) === 0;
  return free.find((line) => (row.line === null || line.number === row.line) && isSame(line)) ?? null;
}

const minute = 60_000;

/** In what a row says otherwise than the delivery that is there already: no file changes that. */
function otherwise(
  { rowNo, row, before }: Pick<JudgedRow, "rowNo" | "row" | "before">,
  delivery: SavedDelivery,
  known: ImportContext,
): Errors {
  const records = known.rows.get(rowNo);
  const isAt = (text: string | null, saved: string) => {
    const at = text === null ? saved : momentOfCell(text, known.zone);
    return typeof at === "string" && Math.abs(Date.parse(saved) - Date.parse(at)) < minute;
  };
  const isSame: Readonly<Record<(typeof headFields)[number], boolean>> = {
    consigneeName: row.consigneeName === null || row.consigneeName === delivery.consigneeName,
    location: row.location === null || records?.locationId === delivery.locationId,
    address: row.address === null || row.address === delivery.address,
    contactPhone: row.contactPhone === null || row.contactPhone === delivery.contactPhone,
    consigneeEmail: row.consigneeEmail === null || row.consigneeEmail === delivery.consigneeEmail,
    pickupLocation: row.pickupLocation === null || records?.pickupLocationId === delivery.pickupLocationId,
    pickupAddress: row.pickupAddress === null || row.pickupAddress === delivery.pickupAddress,
    windowStart: isAt(row.windowStart, delivery.windowStart),
    windowEnd: isAt(row.windowEnd, delivery.windowEnd),
    proofsRequired: row.proofsRequired.every((one) => delivery.proofsRequired.includes(one)),
    notes: row.notes === null || row.notes === delivery.notes,
  };
  const unit = unitTyped(row.unit, known.own)?.uom ?? row.unit;
  const strange = [
    ...headFields.filter((field) => !isSame[field]),
    ...(before ? (before.unit === unit ? [] : ["unit"]) : ["description"]),
  ];
  const said = message("{number} is there already and says otherwise. Change it there, or leave its rows out.", {
    number: delivery.number,
  });
  return Object.fromEntries(strange.map((field) => [field, said]));
}
