import { z } from "zod";
import { anyOf, crud, instant, numeric, saved, stepRoutes, yesNo } from "#shared/contract/contract.ts";
import { record } from "#shared/contract/record.ts";
import { code, codeLine, country, decimal, line, notes, wholeNumber } from "#shared/fields/fields.ts";
import { statesOfFlow, statesOfValues } from "#shared/flow/state-list.ts";
import { assetKind } from "../../settings/asset-types/asset-types.contract.ts";
import { assetCondition, assetFlow } from "./assets.flow.ts";
import { containerNo } from "./container-no.ts";

/** What an asset is to somebody who looks for one now; computed from its state and its bookings. */
export const assetAvailability = z.enum(["available", "booked", "on_trip", "maintenance", "lost", "retired"]);
const kilograms = decimal(3, { above: 0, max: 10_000_000 }).nullable().default(null);
const reference = z.uuid().nullable().default(null);

export const assetInput = z.object({
  /** What is written on it, and what people say. */
  assetNo: code,
  typeId: z.uuid(),
  name: line(),
  containerNo,
  plateNumber: codeLine(20),
  plateCountry: country,
  serialNumber: codeLine(60),
  /** Of what is counted: how many of them are there. */
  quantity: wholeNumber(1, 1_000_000).nullable().default(null),
  condition: assetCondition.default("good"),
  /** Where it stands, or the vehicle that it is on: one of the two. */
  locationId: reference,
  vehicleId: reference,
  /** Those of its type, where a new asset does not say its own. */
  tareKg: kilograms,
  maxGrossKg: kilograms,
  cargoVolumeM3: decimal(3, { above: 0, max: 100_000 }).nullable().default(null),
  notes,
});

const nullableName = z.string().nullable();
export const asset = saved(assetInput, {
  status: z.enum(assetFlow.states),
  statusReason: nullableName,
  availability: assetAvailability,
  /** The booking that it is under now, or the next one. */
  bookedFrom: instant.nullable(),
  bookedUntil: instant.nullable(),
  typeName: z.string(),
  kind: assetKind,
  isSerialised: z.boolean(),
  allowsCommodities: z.boolean(),
  locationName: nullableName,
  vehicleNumber: nullableName,
  /** Types of documents without which nothing leaves, and of which it has no valid one today. */
  lackedDocuments: z.array(z.string()),
  /** What may be loaded: what it may weigh, less what it weighs empty. */
  payloadKg: numeric.nullable(),
  steps: z.array(z.string()),
});
export type Asset = z.output<typeof asset>;

const path = "/api/fleet/assets";
export const assets = {
  ...crud(path, {
    name: "asset",
    record: asset,
    input: assetInput,
    sort: ["assetNo", "createdAt"],
    filter: {
      status: anyOf(z.enum(assetFlow.states)),
      availability: anyOf(assetAvailability),
      kind: anyOf(assetKind),
      typeId: anyOf(z.uuid()),
      condition: anyOf(assetCondition),
      locationId: anyOf(z.uuid()),
      vehicleId: anyOf(z.uuid()),
      isSerialised: yesNo(),
    },
    view: "CAN_VIEW_ASSETS",
    edit: "CAN_MANAGE_ASSETS",
  }),
  ...stepRoutes(path, assetFlow, asset),
};

export const assetRecord = record({
  entity: "asset",
  table: "assets",
  label: "asset_no",
  files: { view: ["CAN_VIEW_ASSETS"], edit: ["CAN_MANAGE_ASSETS"] },
  personal: { assets: ["status_reason", "notes"] },
  notPersonal: { "assets.name": "the name of a thing" },
  states: {
    asset_life: statesOfFlow("States of assets", assetFlow),
    asset_availability: statesOfValues("Availability of assets", assetAvailability.options),
  },
});
