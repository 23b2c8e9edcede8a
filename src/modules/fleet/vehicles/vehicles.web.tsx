import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { RecordLink } from "#web/list/record-link.tsx";
import type { BulkSteps } from "#web/list/selection-steps.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { drivers } from "../drivers/drivers.contract.ts";
import { vehicleMakers } from "../vehicle-makers/vehicle-makers.contract.ts";
import { vehicleStatuses } from "../vehicle-statuses/vehicle-statuses.contract.ts";
import { vehicleTypes } from "../vehicle-types/vehicle-types.contract.ts";
import { meterReadings } from "./readings/meter-readings.contract.ts";
import { VehicleForm } from "./vehicle-form.web.tsx";
import {
  availabilityStyles,
  BlockWords,
  Health,
  lifeStyles,
  MeterValue,
  Plate,
  vehicleNaming,
} from "./vehicle-words.web.tsx";
import { vehicles, type VehicleRow } from "./vehicles.contract.ts";

const columns = columnsOf<VehicleRow>((c) => [
  {
    ...c.link("unitNumber", { label: msg`Vehicle`, width: 190 }),
    cell: (vehicle) => (
      <RecordLink>
        {vehicle.unitNumber} <Plate of={vehicle} />
      </RecordLink>
    ),
    fields: ["unitNumber", "plateCountry", "plateNumber"],
  },
  {
    ...c.text("typeName", { label: msg`Type`, width: 160 }),
    cell: ({ typeName, makerName, modelName }) => [makerName, modelName].filter(Boolean).join(" ") || typeName,
  },
  c.badge("availability", availabilityStyles, { width: 120 }),
  {
    ...c.custom("why", {
      label: msg`Why`,
      width: 180,
      grows: 2,
      cell: ({ blocks: [first], availability }) =>
        first && availability !== "retired" ? (
          <Text {...(availability === "held" ? { tone: "urgent" } : { tone: "dim" })}>
            <BlockWords block={first} />
          </Text>
        ) : (
          <Nothing />
        ),
    }),
    fields: ["mayLeave"],
  },
  c.custom("healthLevel", { label: msg`Health`, width: 150, cell: (vehicle) => <Health of={vehicle} /> }),
  c.text("vehicleStatusName", { label: msg`Status`, width: 100 }),
  {
    ...c.custom("meterValue", { label: msg`Meter`, width: 110, align: "end", cell: (v) => <MeterValue of={v} /> }),
    fields: ["meterValue", "meterUnit"],
    part: "figure",
  },
  c.text("driverName", { label: msg`Driver`, width: 140 }),
  c.text("homeLocationName", { label: msg`Home location`, width: 130, hidden: true }),
  c.badge("status", lifeStyles, { label: msg`Life`, hidden: true }),
  { ...c.quantity("payloadKg", { label: msg`Payload, kg`, hidden: true }), part: "detail" },
  { ...c.quantity("cargoVolumeM3", { label: msg`Cargo space, m³`, hidden: true }), part: "detail" },
  { ...c.count("palletPositions", { hidden: true }), part: "detail" },
  c.code("vin", { label: msg`VIN`, width: 180, hidden: true }),
  c.text("fuelTypeName", { label: msg`Fuel`, hidden: true }),
  c.code("requiredLicenceClass", { label: msg`Licence`, hidden: true }),
  c.choice("ownership", { hidden: true }),
  c.text("carrierName", { label: msg`Carrier`, hidden: true }),
  c.date("acquiredOn", { label: msg`In the fleet since`, hidden: true }),
  c.date("meterReadAt", { label: msg`Meter read`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const VehiclePreview = previewOf(columns);

const { putInService, hold, takeOutOfService, retire } = vehicles;
const bulk: BulkSteps<VehicleRow> = {
  routes: { hold, putInService, takeOutOfService, retire },
  words: {
    hold: { label: msg`Put on hold`, consequence: <Trans>None of them leaves until its hold is closed.</Trans> },
    putInService: { label: msg`Put in service` },
    takeOutOfService: { label: msg`Take out of service` },
    retire: { isDangerous: true, consequence: <Trans>Their numbers and plates are free for others.</Trans> },
  },
  line: (vehicle) => <Plate of={vehicle} />,
};

export function VehicleList() {
  const { t } = useLingui();
  return (
    <ListScreen
      of={vehicles}
      naming={vehicleNaming}
      columns={columns}
      filters={[
        "availability",
        "mayLeave",
        "healthLevel",
        "status",
        { name: "typeId", of: vehicleTypes, field: "name", label: msg`Type` },
        { name: "makerId", of: vehicleMakers, field: "name", label: msg`Maker` },
        { name: "vehicleStatusId", of: vehicleStatuses, field: "name", label: msg`Status` },
        { name: "homeLocationId", of: locations, field: "name", label: msg`Home location` },
        { name: "driverId", of: drivers, field: "lastName", label: msg`Driver` },
        "ownership",
      ]}
      views={{
        filter: "availability",
        tabs: [
          { name: "all", title: t`All` },
          { name: "available,booked,on_trip", title: t`May leave` },
          { name: "held", title: t`May not leave` },
          { name: "available", title: t`Free now` },
          { name: "laid_up", title: t`Laid up` },
          { name: "retired", title: t`Retired` },
        ],
      }}
      bulk={bulk}
      form={VehicleForm}
      actions={
        <>
          <ImportButton
            entity="meter-reading"
            can={meterReadings.create.can}
            label={msg`Import readings`}
            visibleFrom="sm"
          />
          <ImportButton entity="vehicle" can={vehicles.create.can} />
        </>
      }
      opens="/fleet/vehicles/details"
      newPath="/fleet/vehicles/details"
    />
  );
}
