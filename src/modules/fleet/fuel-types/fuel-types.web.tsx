import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { fuelTypeInput, fuelTypes, type FuelType } from "./fuel-types.contract.ts";

const naming = {
  one: msg`fuel type`,
  many: msg`fuel types`,
  about: msg`A fuel is what vehicles are filled or charged with: diesel by the litre, gas by the kilogram, power by the kilowatt hour.`,
};
const co2 = msg`CO₂, kg a unit`;
const columns = columnsOf<FuelType>((c) => [
  c.link("name"),
  c.code("code"),
  c.custom("unitCode", { label: msg`Unit`, width: 110, cell: ({ unitCode }) => <Unit of={unitCode} /> }),
  c.boolean("isPropulsion", { label: msg`Moves the vehicle`, width: 150 }),
  c.quantity("co2KgPerUnit", { label: co2, width: 140 }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

type FuelUnit = FuelType["unitCode"];

function Unit({ of }: { of: FuelUnit }) {
  return useUnits().name({ uom: of, qtyPerUom: "1" });
}

/** The units in the company's words, where one chooses among them. */
function useUnitStyles(): StatusStyles<FuelUnit> {
  const units = useUnits();
  const styleOf = (uom: FuelUnit) => ({ icon: "open", label: { id: units.name({ uom, qtyPerUom: "1" }) } }) as const;
  return { LTR: styleOf("LTR"), KGM: styleOf("KGM"), KWH: styleOf("KWH") };
}

const Field = fieldsOf(fuelTypeInput);
const FuelTypeForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Select name="unitCode" label={msg`Unit`} statusStyles={useUnitStyles()} />
    <Field.Switch
      name="isPropulsion"
      label={msg`Moves the vehicle`}
      help={<Trans>Off for AdBlue and the like, which count in no consumption.</Trans>}
    />
    <Field.Decimal
      name="co2KgPerUnit"
      label={co2}
      help={<Trans>As your country or your customers count it; empty where nobody asks.</Trans>}
    />
    <Field.Switch name="isActive" />
  </>
);

export function FuelTypeList() {
  const statusStyles = useUnitStyles();
  return (
    <ListScreen
      of={fuelTypes}
      naming={naming}
      columns={columns.map((column) => (column.key === "unitCode" ? { ...column, statusStyles } : column))}
      filters={["unitCode", "isPropulsion", "isActive"]}
      form={FuelTypeForm}
    />
  );
}
