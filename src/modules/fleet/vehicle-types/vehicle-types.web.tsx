import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { vehicleTypeInput, vehicleTypes, type VehicleType } from "./vehicle-types.contract.ts";

const naming = {
  one: msg`vehicle type`,
  many: msg`vehicle types`,
  about: msg`A type says what a vehicle is, and which driving licence it asks for: a tractor unit, a van, a semi-trailer.`,
};
const columns = columnsOf<VehicleType>((c) => [
  c.link("name"),
  c.code("code"),
  c.choice("category"),
  c.code("requiredLicenceClass", { label: msg`Licence`, width: 100 }),
  c.boolean("isPowered", { label: msg`Has an engine`, width: 130 }),
  c.boolean("isTowable", { label: msg`Is pulled` }),
  c.choice("markerIcon", { label: msg`On maps`, hidden: true }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(vehicleTypeInput);
const VehicleTypeForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Select name="category" />
    <Field.Switch name="isPowered" label={msg`Has an engine`} />
    <Field.Switch name="isTowable" label={msg`Is pulled`} help={<Trans>By a tractor unit or a truck.</Trans>} />
    <Field.Select
      name="requiredLicenceClass"
      label={msg`Licence`}
      help={
        <Trans>The class that whoever drives it has to hold at least, with the trailer that it usually pulls.</Trans>
      }
    />
    <Field.Select name="markerIcon" label={msg`On maps`} />
    <Field.Switch name="isActive" />
  </>
);

export const VehicleTypeList = () => (
  <ListScreen
    of={vehicleTypes}
    naming={naming}
    columns={columns}
    filters={["category", "isPowered", "isTowable", "isActive"]}
    form={VehicleTypeForm}
  />
);
