import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { vehicleMakerInput, vehicleMakers, type VehicleMaker } from "./vehicle-makers.contract.ts";

const naming = {
  one: msg`vehicle maker`,
  many: msg`vehicle makers`,
  about: msg`A maker builds vehicles. Its codes tell from a chassis number who built the vehicle.`,
};
const codes = msg`VINs begin with`;
const columns = columnsOf<VehicleMaker>((c) => [
  c.link("name"),
  c.code("wmi", { label: codes, width: 320 }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(vehicleMakerInput);
const VehicleMakerForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text
      name="wmi"
      label={codes}
      help={<Trans>The first three characters of a VIN; several with spaces between them.</Trans>}
    />
    <Field.Switch name="isActive" />
  </>
);

export const VehicleMakerList = () => (
  <ListScreen
    of={vehicleMakers}
    naming={naming}
    columns={columns}
    filters={["isActive"]}
    form={VehicleMakerForm}
    actions={<ImportButton entity="vehicle-maker" can={vehicleMakers.create.can} />}
  />
);
