import { z } from "zod";
import { codeLine, line, typedCode } from "#shared/fields/fields.ts";
import type { ImportField } from "#server/records/importer.ts";
import { fleetDeliveryInput } from "../deliveries.contract.ts";
import { plannedQuantity } from "../deliveries.flow.ts";

const { consigneeName, contactPhone, consigneeEmail, address, pickupAddress, proofsRequired, notes } =
  fleetDeliveryInput.shape;

/** One row of a file of deliveries: a line, and what is said of its delivery. */
export const deliveryRow = z.object({
  reference: typedCode(60),
  line: z.number().int().min(1).max(500).nullable().default(null),
  consigneeName,
  address,
  contactPhone,
  consigneeEmail,
  pickupAddress,
  notes,
  proofsRequired,
  location: line(),
  pickupLocation: line(),
  windowStart: line(40),
  windowEnd: line(40),
  code: codeLine(80),
  description: line(300),
  quantity: plannedQuantity,
  unit: z.string().trim().min(1).max(60),
});
export type DeliveryRow = z.output<typeof deliveryRow>;

/** What a delivery's rows say of the delivery; the rest is the line's. */
export const headFields = [
  "consigneeName",
  "location",
  "address",
  "contactPhone",
  "consigneeEmail",
  "pickupLocation",
  "pickupAddress",
  "windowStart",
  "windowEnd",
  "proofsRequired",
  "notes",
] as const satisfies readonly (keyof DeliveryRow)[];

export const deliveryFields: readonly ImportField[] = [
  {
    name: "reference",
    label: "Reference",
    kind: "text",
    required: true,
    aliases: ["deliverynumber", "orderno", "ordernumber", "auftragsnummer", "lieferschein", "referenz"],
    hint: "As your other program calls the delivery; each row is one line of it",
  },
  { name: "line", label: "Line", kind: "integer", aliases: ["lineno", "linenumber", "position", "pos"] },
  {
    name: "consigneeName",
    label: "Consignee",
    kind: "text",
    aliases: ["consigneename", "customer", "shipto", "recipient", "empfänger", "kunde"],
  },
  {
    name: "location",
    label: "Own location",
    kind: "text",
    aliases: ["locationcode", "locationname", "site", "standort"],
    hint: "Where one of your own locations gets it, by code or name",
  },
  { name: "address", label: "Address", kind: "text", aliases: ["deliveryaddress", "anschrift", "lieferadresse"] },
  { name: "contactPhone", label: "Their phone", kind: "text", aliases: ["phone", "telephone", "telefon"] },
  { name: "consigneeEmail", label: "Their e-mail", kind: "text", aliases: ["email", "mail"] },
  {
    name: "pickupLocation",
    label: "Loaded at own location",
    kind: "text",
    aliases: ["pickuplocation", "ladeort"],
    hint: "By code or name",
  },
  { name: "pickupAddress", label: "Loaded at", kind: "text", aliases: ["pickupaddress", "ladeadresse"] },
  {
    name: "windowStart",
    label: "Not before",
    kind: "text",
    aliases: ["from", "earliest", "deliveryfrom", "von", "frühestens"],
    hint: "2026-01-31 14:30, in the time zone of the company",
  },
  {
    name: "windowEnd",
    label: "Not after",
    kind: "text",
    aliases: ["until", "latest", "deliveryuntil", "bis", "spätestens"],
    hint: "2026-01-31 14:30, in the time zone of the company",
  },
  { name: "proofsRequired", label: "Proofs", kind: "words", aliases: ["proof", "nachweise"] },
  { name: "notes", label: "Notes", kind: "text", aliases: ["remarks", "comment", "bemerkungen"] },
  {
    name: "code",
    label: "Code",
    kind: "text",
    aliases: ["sku", "productcode", "commoditycode", "article", "artikelnummer"],
    hint: "A product by its SKU, or a commodity by its code; else the description says what it is",
  },
  { name: "description", label: "Description", kind: "text", aliases: ["goods", "item", "bezeichnung", "ware"] },
  {
    name: "quantity",
    label: "Quantity",
    kind: "decimal",
    required: true,
    aliases: ["qty", "plannedquantity", "menge", "anzahl"],
  },
  {
    name: "unit",
    label: "Unit",
    kind: "text",
    required: true,
    aliases: ["uom", "einheit", "mengeneinheit"],
    hint: "A unit of the company's list, like KGM or XPX",
  },
];
