import { z } from "zod";
import { crud, saved, yesNo } from "#shared/contract/contract.ts";
import { amount, code, currency, decimal, flag, name, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

const millimetres = wholeNumber(1, 10_000);
const kilograms = decimal(3, { above: 0, max: 1_000 });

export const palletTypeInput = z.object({
  code,
  name,
  lengthMm: millimetres,
  widthMm: millimetres,
  heightMm: millimetres.nullable().default(null),
  weightKg: kilograms.nullable().default(null),
  /** What one costs whoever does not give it back. */
  depositPrice: amount.nullable().default(null),
  depositPriceCurrency: currency.nullable().default(null),
  isActive: flag.default(true),
});
export const palletType = saved(palletTypeInput, {});
export type PalletType = z.output<typeof palletType>;

/** What goods stand on: how large and heavy one is empty, and what it costs if it does not come back. */
export const palletTypes = crud("/api/warehouse/pallet-types", {
  name: "pallet type",
  record: palletType,
  input: palletTypeInput,
  sort: ["name", "code", "lengthMm", "createdAt"],
  filter: { isActive: yesNo() },
  view: "CAN_VIEW_PALLET_TYPES",
  edit: "CAN_EDIT_PALLET_TYPES",
});

export const palletTypeRecord = record({
  entity: "pallet-type",
  table: "pallet_types",
  label: "name",
  notPersonal: { "pallet_types.name": "the name of a thing" },
});
