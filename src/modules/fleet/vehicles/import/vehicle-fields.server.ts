import type { ImportField } from "#server/records/importer.ts";
import { locationField } from "../../../settings/locations/locations.import.server.ts";
import { makerField } from "../../vehicle-makers/vehicle-makers.import.server.ts";
import { detailFields, typeField } from "../../vehicle-models/vehicle-models.import.server.ts";

/** What a file may say of a vehicle, and what its columns are called where fleets keep lists. */
export const vehicleFields: readonly ImportField[] = [
  {
    name: "unitNumber",
    label: "Unit number",
    kind: "text",
    required: true,
    aliases: [
      "unit",
      "vehicle",
      "vehicleno",
      "vehicleid",
      "vehid",
      "number",
      "id",
      "fahrzeugnr",
      "wagennummer",
      "nummer",
    ],
  },
  {
    name: "plateNumber",
    label: "Plate number",
    kind: "text",
    aliases: ["plate", "licenceplate", "licenseplate", "registration", "registrationnumber", "kennzeichen"],
  },
  { name: "plateCountry", label: "Plate country", kind: "country", aliases: ["country", "land", "zulassungsland"] },
  {
    ...typeField,
    hint: "A vehicle type that exists already, by code or name; the model's where it is not given",
  },
  { ...makerField, hint: "A maker that exists already; the model's or the VIN's where it is not given" },
  {
    name: "model",
    label: "Model",
    kind: "text",
    aliases: ["modelid", "modelname", "vehiclemodel", "modell", "baureihe"],
    hint: "A model that exists already; it fills what is left empty",
  },
  { name: "modelYear", label: "Model year", kind: "integer", aliases: ["year", "modelljahr", "baujahr"] },
  {
    name: "vin",
    label: "VIN",
    kind: "text",
    aliases: ["chassisnumber", "fahrgestellnummer", "fin", "fahrzeugidentnummer"],
  },
  { name: "serialNumber", label: "Serial number", kind: "text", aliases: ["serialno", "seriennummer"] },
  ...detailFields,
  {
    name: "secondaryFuelType",
    label: "Secondary fuel type",
    kind: "text",
    aliases: ["secondaryfueltypeid", "secondfuel", "zweiterkraftstoff"],
    hint: "By code or name",
  },
  {
    name: "curbWeightKg",
    label: "Empty weight, kg",
    kind: "decimal",
    aliases: ["curbweight", "emptyweight", "leergewicht", "tare"],
  },
  {
    name: "gvwrKg",
    label: "Gross vehicle weight, kg",
    kind: "decimal",
    aliases: ["gvw", "gvwr", "grossweight", "gesamtgewicht", "zulgesamtgewicht", "zgg"],
  },
  {
    name: "gcwrKg",
    label: "Gross train weight, kg",
    kind: "decimal",
    aliases: ["gcw", "gcwr", "gtw", "zuggesamtgewicht"],
  },
  { name: "lengthM", label: "Length, m", kind: "decimal", aliases: ["length", "länge"] },
  { name: "widthM", label: "Width, m", kind: "decimal", aliases: ["width", "breite"] },
  { name: "heightM", label: "Height, m", kind: "decimal", aliases: ["height", "höhe"] },
  { name: "meterUnit", label: "Meter unit", kind: "text", aliases: ["odometerunit"], hint: "km, mi or h" },
  {
    name: "vehicleStatus",
    label: "Vehicle status",
    kind: "text",
    aliases: ["vehiclestatusid", "vehiclestatusname", "status", "fahrzeugstatus"],
    hint: "By code or name; the company's default where it is not given",
  },
  {
    ...locationField,
    label: "Home location",
    required: false,
    aliases: [...(locationField.aliases ?? []), "homelocationid", "homelocationname", "depot", "heimatstandort"],
  },
  {
    name: "carrier",
    label: "Carrier",
    kind: "text",
    aliases: ["carrierid", "carriername", "carriercode", "spedition"],
    hint: "Whose it is, by code or name",
  },
  { name: "ownership", label: "Ownership", kind: "text", aliases: ["owned", "eigentum", "besitz"] },
  {
    name: "acquiredOn",
    label: "Acquired on",
    kind: "date",
    aliases: ["acquired", "purchasedate", "anschaffungsdatum"],
  },
  { name: "fuelCardRef", label: "Fuel card", kind: "text", aliases: ["fuelcardref", "tankkarte"] },
  { name: "fuelCardLast4", label: "Fuel card ends with", kind: "text", aliases: ["fuelcardlast4"] },
  { name: "notes", label: "Notes", kind: "text", aliases: ["remarks", "comment", "bemerkungen"] },
];
