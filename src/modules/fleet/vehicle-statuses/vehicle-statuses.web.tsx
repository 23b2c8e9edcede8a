import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Chip } from "#web/ui/status/chip.tsx";
import type { Tone } from "#web/ui/theme/tones.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { vehicleStatusInput, vehicleStatuses, type VehicleStatus } from "./vehicle-statuses.contract.ts";

const naming = {
  one: msg`vehicle status`,
  many: msg`vehicle statuses`,
  about: msg`A status says what a vehicle is in, in your own words. What follows from it is its effect: it may be sent, it may not, or it is gone.`,
};
const tones: Readonly<Record<NonNullable<VehicleStatus["color"]>, Tone>> = {
  grey: "n",
  blue: "l",
  green: "g",
  amber: "a",
  red: "x",
  violet: "v",
};
const icons = { dispatchable: "live", blocked: "warn", retired: "ended" } as const;

const columns = columnsOf<VehicleStatus>((c) => [
  c.link("name"),
  c.custom("color", {
    label: msg`Shown as`,
    width: 190,
    cell: ({ color, effect, name }) => (
      <Chip icon={icons[effect]} tone={tones[color ?? "grey"]}>
        {name}
      </Chip>
    ),
  }),
  c.code("code"),
  c.choice("effect"),
  c.boolean("isDefault", { label: msg`For new vehicles`, width: 150 }),
  c.boolean("isSystem", { label: msg`Stays`, hidden: true }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(vehicleStatusInput);
const VehicleStatusForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>What files and programs call it.</Trans>} />
    <Field.Select name="effect" help={<Trans>All that Waybill reads of it: blocked vehicles are not sent.</Trans>} />
    <Field.Select name="color" label={msg`Colour`} />
    <Field.Switch name="isDefault" label={msg`New vehicles begin with it`} />
    <Field.Switch name="isActive" />
  </>
);

export const VehicleStatusList = () => (
  <ListScreen
    of={vehicleStatuses}
    naming={naming}
    columns={columns}
    filters={["effect", "isActive"]}
    form={VehicleStatusForm}
  />
);
