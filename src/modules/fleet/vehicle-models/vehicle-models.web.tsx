import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { fuelTypes } from "../fuel-types/fuel-types.contract.ts";
import { vehicleMakers } from "../vehicle-makers/vehicle-makers.contract.ts";
import { vehicleTypes } from "../vehicle-types/vehicle-types.contract.ts";
import { vehicleModelInput, vehicleModels, type VehicleModel } from "./vehicle-models.contract.ts";

const naming = {
  one: msg`vehicle model`,
  many: msg`vehicle models`,
  about: msg`A model is what a maker builds. What it says of its vehicles fills what is left empty at a new one.`,
};
const labels = {
  from: msg`Built from`,
  to: msg`Built until`,
  tank: msg`Tank, l`,
  battery: msg`Battery, kWh`,
  payload: msg`Payload, kg`,
  volume: msg`Cargo space, m³`,
  pallets: msg`Pallet positions`,
};
const columns = columnsOf<VehicleModel>((c) => [
  c.link("name"),
  c.text("makerName", { label: msg`Maker` }),
  c.text("typeName", { label: msg`Type` }),
  c.text("fuelTypeName", { label: msg`Fuel` }),
  c.custom("yearFrom", { label: labels.from, width: 100, align: "end", cell: ({ yearFrom }) => yearFrom }),
  c.custom("yearTo", { label: labels.to, width: 100, align: "end", hidden: true, cell: ({ yearTo }) => yearTo }),
  { ...c.quantity("payloadKg", { label: labels.payload }), part: "detail" },
  { ...c.quantity("cargoVolumeM3", { label: labels.volume, width: 130 }), part: "detail" },
  { ...c.count("palletPositions", { label: labels.pallets, width: 130, hidden: true }), part: "detail" },
  { ...c.quantity("tankCapacityL", { label: labels.tank, hidden: true }), part: "detail" },
  { ...c.quantity("batteryCapacityKwh", { label: labels.battery, hidden: true }), part: "detail" },
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(vehicleModelInput);
const VehicleModelForm = () => (
  <>
    <Field.Reference name="makerId" of={vehicleMakers} label="name" title={msg`Maker`} autoFocus />
    <Field.Text name="name" help={<Trans>As the maker calls it, with what tells it from its sisters.</Trans>} />
    <Field.Number name="yearFrom" label={labels.from} />
    <Field.Number name="yearTo" label={labels.to} />
    <Field.Reference name="typeId" of={vehicleTypes} label="name" title={msg`Type`} />
    <Field.Reference name="fuelTypeId" of={fuelTypes} label="name" title={msg`Fuel`} />
    <Field.Decimal name="tankCapacityL" label={msg`Tank`} unit="l" />
    <Field.Decimal name="batteryCapacityKwh" label={msg`Battery`} unit="kWh" />
    <Field.Decimal name="payloadKg" label={msg`Payload`} unit="kg" />
    <Field.Decimal name="cargoVolumeM3" label={msg`Cargo space`} unit="m³" />
    <Field.Number name="palletPositions" label={labels.pallets} help={<Trans>Euro pallets on the floor.</Trans>} />
    <Field.Switch name="isActive" />
  </>
);

export const VehicleModelList = () => (
  <ListScreen
    of={vehicleModels}
    naming={naming}
    columns={columns}
    filters={[
      { name: "makerId", of: vehicleMakers, field: "name", label: msg`Maker` },
      { name: "typeId", of: vehicleTypes, field: "name", label: msg`Type` },
      { name: "fuelTypeId", of: fuelTypes, field: "name", label: msg`Fuel` },
      "isActive",
    ]}
    form={VehicleModelForm}
    actions={<ImportButton entity="vehicle-model" can={vehicleModels.create.can} />}
  />
);
