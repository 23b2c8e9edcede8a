import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Importer, ImportField, StagedRow } from "#server/records/importer.ts";
import { locationField, refusedLocations } from "../../../settings/locations/locations.import.server.ts";
import { maxLines } from "../lines/lines.contract.ts";
import { calledAlike } from "./called-alike.server.ts";
import { loadImportContext, type ImportContext } from "./import-context.server.ts";
import { judgeRow, type JudgedRow } from "./judge-row.server.ts";
import { headFields, openOrderRow, orderFields, orderKey, type OpenOrderRow } from "./open-order-row.ts";
import { finishOrders } from "./order-numbers.server.ts";
import { writeOrders, type OrderMemory } from "./write-orders.server.ts";

const fields: readonly ImportField[] = [
  {
    name: "orderNumber",
    label: "Order number",
    kind: "text",
    required: true,
    aliases: [
      "order",
      "orderno",
      "ordernr",
      "pono",
      "ponumber",
      "purchaseorder",
      "po",
      "bestellung",
      "bestellnr",
      "belegnummer",
    ],
    hint: "As your program before called the order; each row is one line of it",
  },
  {
    name: "numberInWaybill",
    label: "Number in Waybill",
    kind: "text",
    hint: "Only in files that Waybill wrote itself; it says which order here is meant",
  },
  {
    name: "lineNo",
    label: "Line",
    kind: "integer",
    aliases: ["lineno", "linenumber", "position", "pos", "item", "positionsnummer"],
    hint: "Where it is not given: the order's line of this product",
  },
  {
    name: "vendorCode",
    label: "Vendor's code",
    kind: "text",
    required: true,
    aliases: ["vendor", "vendorid", "supplier", "supplierid", "suppliercode", "lieferant", "lieferantennummer"],
    hint: "A vendor that exists already",
  },
  {
    ...locationField,
    aliases: [...(locationField.aliases ?? []), "shipto", "deliverto", "plant", "werk", "lieferort"],
  },
  {
    name: "orderDate",
    label: "Order date",
    kind: "date",
    aliases: ["ordered", "orderedon", "date", "belegdatum"],
    hint: "Today where it is not given",
  },
  {
    name: "requestedDate",
    label: "Needed by",
    kind: "date",
    required: true,
    aliases: ["deliverydate", "duedate", "expecteddate", "due", "liefertermin", "wunschtermin", "lieferdatum"],
  },
  {
    name: "currency",
    label: "Currency",
    kind: "text",
    aliases: ["currencycode", "währung"],
    hint: "The vendor's where it is not given",
  },
  {
    name: "buyer",
    label: "Buyer's e-mail",
    kind: "text",
    aliases: ["buyeremail", "einkäufer"],
    hint: "Somebody who works here; you where it is not given",
  },
  {
    name: "paymentTermsDays",
    label: "Payment terms, days",
    kind: "integer",
    aliases: ["paymentterms", "terms", "zahlungsziel"],
    hint: "The vendor's where it is not given",
  },
  {
    name: "sku",
    label: "SKU",
    kind: "text",
    required: true,
    aliases: ["productcode", "product", "article", "itemno", "material", "artikelnummer", "artikel", "vendorsku"],
    hint: "A product that the vendor sells, by its SKU or the vendor's own number",
  },
  {
    name: "quantity",
    label: "Ordered quantity",
    kind: "decimal",
    required: true,
    aliases: ["qty", "orderedqty", "orderqty", "menge", "bestellmenge"],
    hint: "All that was ordered; what came of it stands beside",
  },
  {
    name: "receivedQty",
    label: "Received already",
    kind: "decimal",
    aliases: ["received", "receivedquantity", "deliveredqty", "geliefert", "geliefertemenge", "wareneingang"],
    hint: "Only the rest becomes an order here",
  },
  {
    name: "unit",
    label: "Unit",
    kind: "text",
    aliases: ["uom", "orderunit", "packageuom", "einheit", "mengeneinheit", "bestelleinheit", "gebinde"],
    hint: "Piece, carton of 12, XCT 12, KGM",
  },
  {
    name: "unitPrice",
    label: "Price",
    kind: "decimal",
    currencyIn: "currency",
    required: true,
    aliases: ["netprice", "unitcost", "preis", "nettopreis", "stückpreis"],
    hint: "For one of the unit",
  },
  { name: "discountPct", label: "Discount, %", kind: "decimal", isPercent: true, aliases: ["discount", "rabatt"] },
  { name: "taxRatePct", label: "Tax, %", kind: "decimal", isPercent: true, aliases: ["tax", "vat", "steuer", "mwst"] },
  { name: "note", label: "Note", kind: "text", aliases: ["notes", "remark", "comment", "notiz", "bemerkung"] },
];

/**
 * Open purchase orders of another program, a row for each line. They become drafts: nobody in Waybill has approved them,
 * and nothing says here that their vendors agreed. What came before is kept beside the line and is no receipt.
 */
export const openOrderImporter: Importer<OrderMemory> = {
  entity: "purchase-order",
  title: "Purchase orders",
  can: "CAN_EDIT_PURCHASE_ORDERS",
  key: [...orderFields, "lineNo", "sku"],
  once: [["lineNo", ...orderFields]],
  together: { by: orderFields, same: headFields, allOrNone: ["lineNo"], most: maxLines, alike: calledAlike },
  fields,
  row: openOrderRow,
  memory: (groups) => ({
    called: new Set(groups.map(([number]) => number ?? "")),
    products: new Map(),
    lines: new Map(),
    added: new Map(),
    written: new Set(),
    made: [],
  }),
  async check(ctx, rows, memory) {
    const known = await loadImportContext(ctx, rows);
    const places = await refusedLocations(ctx, rows);
    const judged = rows.map((row) => ({ ...row, judged: judgeRow(row, known) }));
    const doubled = refusedTogether(judged, known, memory);
    return new Map(
      judged.flatMap(({ rowNo, judged: one }) => {
        const errors = { ...("errors" in one ? one.errors : {}), ...places.get(rowNo), ...doubled.get(rowNo) };
        return Object.keys(errors).length > 0 ? [[rowNo, errors] as const] : [];
      }),
    );
  },
  async ownCurrencies(ctx, rows) {
    const known = await loadImportContext(ctx, rows);
    return new Map(
      rows.flatMap(({ rowNo, value }) => {
        const order = known.orders.get(orderKey(value as OpenOrderRow, known.folded))?.order; // of readRow
        const currency = order?.currency ?? known.rows.get(rowNo)?.vendor?.currency;
        return currency === undefined ? [] : [[rowNo, currency] as const];
      }),
    );
  },
  async assumed(ctx, rows) {
    const known = await loadImportContext(ctx, rows);
    const counts = new Map<string, number>();
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    for (const { rowNo, value } of rows) {
      const row = value as OpenOrderRow; // of readRow
      const called = known.orders.get(orderKey(row, known.folded));
      const vendor = known.rows.get(rowNo)?.vendor;
      if (called?.order) continue;
      count(told.drafts);
      if (row.requestedDate < known.today) count(told.late);
      if (vendor?.isReachable === false) count(`${told.unreachable}${vendor.name}`);
      if (called?.cancelledNumber) count(`${told.cancelled}${row.orderNumber} (${called.cancelledNumber})`);
    }
    return counts;
  },
  tell(counts) {
    const late = counts.get(told.late) ?? 0;
    const namesOf = (what: string) => {
      const names = [...counts.keys()].flatMap((key) => (key.startsWith(what) ? [key.slice(what.length)] : []));
      return names.length > 12 ? `${names.slice(0, 12).join(", ")} …` : names.join(", ");
    };
    const [vendors, orders] = [namesOf(told.unreachable), namesOf(told.cancelled)];
    return [
      ...(counts.has(told.drafts)
        ? [message("Orders that are new come in as drafts. Nothing is sent: submit and send each as any other.")]
        : []),
      ...(late > 0
        ? [message("{count, plural, one {# line} other {# lines}} should have come before today.", { count: late })]
        : []),
      ...(vendors
        ? [
            message("No e-mail address for orders is known of {vendors}. Add one before their orders are sent.", {
              vendors,
            }),
          ]
        : []),
      ...(orders
        ? [message("These orders were cancelled here and come in again, as new drafts: {orders}.", { orders })]
        : []),
    ];
  },
  async saved(ctx, rows) {
    const known = await loadImportContext(ctx, rows);
    return new Map(
      rows.flatMap((row) => {
        const judged = judgeRow(row, known);
        if ("errors" in judged || judged.before === null) return [];
        return [[row.rowNo, { id: judged.before.id, values: {}, changes: judged.changes }] as const];
      }),
    );
  },
  apply: writeOrders,
  finish: (ctx, { made }) => finishOrders(ctx, made),
};

/** What is counted for `tell`. */
const told = { drafts: "drafts", late: "late", unreachable: "unreachable:", cancelled: "cancelled:" } as const;

/** What rows of one order contradict each other in, apart from what the order says itself. */
function refusedTogether(
  rows: readonly (StagedRow & { readonly judged: JudgedRow })[],
  { orders, rows: records, folded }: ImportContext,
  { products, lines, added }: OrderMemory,
): ReadonlyMap<number, Record<string, Sentence>> {
  const refused = new Map<number, Record<string, Sentence>>();
  for (const { rowNo, value, judged } of rows) {
    const row = value as OpenOrderRow; // of readRow
    const order = orders.get(orderKey(row, folded))?.order ?? null;
    const key = order?.id ?? orderKey(row, folded);
    const product = `${key} ${records.get(rowNo)?.product?.id ?? rowNo}`;
    const same = products.get(product);
    if (row.lineNo === null && same !== undefined)
      refused.set(rowNo, { sku: message("Row {row} has the same product. Number the lines.", { row: same }) });
    products.set(product, same ?? rowNo);
    const line = `${key} ${row.lineNo ?? `of row ${rowNo}`}`;
    const other = lines.get(line);
    if (other !== undefined) refused.set(rowNo, { lineNo: message("Row {row} has the same.", { row: other }) });
    lines.set(line, other ?? rowNo);
    if ("errors" in judged || judged.before !== null) continue;
    added.set(key, (added.get(key) ?? 0) + 1);
    if ((added.get(key) ?? 0) + (order?.items.length ?? 0) > maxLines)
      refused.set(rowNo, {
        orderNumber: message("{number} would have more than {count} lines.", {
          number: row.orderNumber,
          count: maxLines,
        }),
      });
  }
  return refused;
}
