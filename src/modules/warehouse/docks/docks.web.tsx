import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { Door } from "#web/ui/marks.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { type Naming } from "#web/ui/values/labels.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { dockInput, docks, type Dock } from "./docks.contract.ts";

export const dockNaming: Naming = {
  one: msg`dock`,
  many: msg`docks`,
  about: msg`A dock is a door that trucks stand at. Add each door with the number on its wall.`,
};
export const dockStatusStyles: StatusStyles<Dock["liveStatus"]> = stateStyles("dock_statuses", {
  free: "open",
  expected: "open",
  late: "late",
  occupied: { icon: "live", label: msg`Unloading` },
  overrun: "warn",
  out_of_service: { icon: "ended", label: msg`Out of service` },
  inactive: "ended",
});

const columns = columnsOf<Dock>((c) => [
  { ...c.link("code", { label: msg`Dock`, width: 90 }), cell: ({ code }) => <Door number={code} /> },
  c.text("name"),
  c.badge("liveStatus", dockStatusStyles, { label: msg`Now`, width: 140 }),
  c.text("locationName", { label: msg`Location`, width: 160 }),
  c.choice("dockType", { label: msg`Kind` }),
  c.choice("direction"),
  c.count("parallelCapacity", { label: msg`Lanes`, width: 70 }),
  c.text("outOfServiceReason", { label: msg`Reason`, width: 180 }),
  c.boolean("hasLeveler"),
  c.boolean("hasForklift", { label: msg`Forklift`, hidden: true }),
  c.choice("temperatureZone", { label: msg`Temperature`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(dockInput);
export const DockForm = () => (
  <>
    <Field.Reference name="locationId" of={locations} label="name" title={msg`Location`} autoFocus />
    <Field.Text name="code" label={msg`Number on the wall`} />
    <Field.Text name="name" />
    <Field.Select name="dockType" label={msg`Kind`} />
    <Field.Select name="direction" />
    <Field.Number name="parallelCapacity" label={msg`Trucks at once`} />
    <Field.Number name="bufferBeforeMinutes" label={msg`Kept free before`} unit="min" />
    <Field.Number name="bufferAfterMinutes" label={msg`Kept free after`} unit="min" />
    <Field.Switch name="allowCarrierBooking" label={msg`Vendors and carriers may choose it by link`} />
    <Field.Switch name="hasLeveler" label={msg`Has a leveller`} />
    <Field.Switch name="hasForklift" label={msg`Has a forklift`} />
    <Field.Select name="temperatureZone" label={msg`Temperature`} />
    <Field.Number name="maxVehicleHeightMm" label={msg`Highest vehicle`} unit="mm" />
    <Field.Number name="maxVehicleLengthMm" label={msg`Longest vehicle`} unit="mm" />
    <Field.Textarea name="instructions" label={msg`Instructions for drivers`} />
    <Field.Number name="sortOrder" label={msg`Place in lists and on the board`} />
  </>
);

export const DockList = () => (
  <ListScreen
    of={docks}
    naming={dockNaming}
    columns={columns}
    filters={[{ name: "locationId", of: locations, field: "name" }, "status", "direction", "dockType"]}
    form={DockForm}
    opens="/warehouse/delivery-schedules/docks/details"
    actions={
      <>
        <Button variant="default" component="a" href="/warehouse/delivery-schedules/calenders">
          <Trans>Dock board</Trans>
        </Button>
        <ImportButton entity="dock" can={docks.create.can} />
      </>
    }
  />
);
