import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { carriers } from "../../warehouse/carriers/carriers.contract.ts";
import { fuelTypes } from "../fuel-types/fuel-types.contract.ts";
import { vehicleMakers } from "../vehicle-makers/vehicle-makers.contract.ts";
import { vehicleModels } from "../vehicle-models/vehicle-models.contract.ts";
import { vehicleStatuses } from "../vehicle-statuses/vehicle-statuses.contract.ts";
import { vehicleTypes } from "../vehicle-types/vehicle-types.contract.ts";
import { meterUnits } from "./vehicle-words.web.tsx";
import { vehicleInput } from "./vehicles.contract.ts";

/** What the fields of a vehicle are called, in its form and on its page. */
export const vehicleLabels = {
  vin: msg`VIN`,
  tankCapacityL: msg`Tank, l`,
  batteryCapacityKwh: msg`Battery, kWh`,
  curbWeightKg: msg`Empty, kg`,
  gvwrKg: msg`May weigh laden, kg`,
  gcwrKg: msg`May weigh with a trailer, kg`,
  payloadKg: msg`Payload, kg`,
  cargoVolumeM3: msg`Cargo space, m³`,
  lengthM: msg`Length, m`,
  widthM: msg`Width, m`,
  heightM: msg`Height, m`,
  fuelCardLast4: msg`Fuel card ends with`,
  fuelCardRef: msg`Fuel card`,
};

const Field = fieldsOf(vehicleInput);

/** A vehicle's form: what it is, what it may carry, whose it is. */
export const VehicleForm = () => (
  <>
    <Field.Text name="unitNumber" autoFocus help={<Trans>As people say it on the radio.</Trans>} />
    <Field.Text name="plateNumber" label={msg`Plate`} />
    <Field.Text name="plateCountry" label={msg`Country of the plate`} help={<Trans>Two letters, like NL.</Trans>} />
    <Field.Reference name="modelId" of={vehicleModels} label="name" title={msg`Model`} />
    <Field.Reference
      name="typeId"
      of={vehicleTypes}
      label="name"
      title={msg`Type`}
      help={<Trans>The model's, where left empty; so are fuel, tank, payload and cargo space.</Trans>}
    />
    <Field.Reference name="makerId" of={vehicleMakers} label="name" title={msg`Maker`} />
    <Field.Text
      name="vin"
      label={vehicleLabels.vin}
      help={<Trans>17 characters, as they stand on the papers. They tell the maker, too.</Trans>}
    />
    <Field.Text name="serialNumber" help={<Trans>Of what has no VIN.</Trans>} />
    <Field.Number name="modelYear" />
    <FieldGroup title={<Trans>Fuel and meter</Trans>}>
      <Field.Reference name="fuelTypeId" of={fuelTypes} label="name" title={msg`Fuel`} />
      <Field.Reference name="secondaryFuelTypeId" of={fuelTypes} label="name" title={msg`Second fuel`} />
      <Field.Decimal name="tankCapacityL" label={msg`Tank`} unit="l" />
      <Field.Decimal name="batteryCapacityKwh" label={msg`Battery`} unit="kWh" />
      <Field.Select name="meterUnit" label={msg`Meter counts`} statusStyles={meterUnits} />
      <Field.Text name="fuelCardRef" label={vehicleLabels.fuelCardRef} help={<Trans>Its name at the issuer.</Trans>} />
      <Field.Text name="fuelCardLast4" label={vehicleLabels.fuelCardLast4} />
    </FieldGroup>
    <FieldGroup title={<Trans>What it carries</Trans>}>
      <Field.Decimal name="payloadKg" label={msg`Payload`} unit="kg" />
      <Field.Decimal name="cargoVolumeM3" label={msg`Cargo space`} unit="m³" />
      <Field.Number name="palletPositions" />
      <Field.Decimal name="curbWeightKg" label={msg`Empty`} unit="kg" />
      <Field.Decimal name="gvwrKg" label={msg`May weigh laden`} unit="kg" />
      <Field.Decimal name="gcwrKg" label={msg`May weigh with a trailer`} unit="kg" />
      <Field.Decimal name="lengthM" label={msg`Length`} unit="m" />
      <Field.Decimal name="widthM" label={msg`Width`} unit="m" />
      <Field.Decimal name="heightM" label={msg`Height`} unit="m" />
    </FieldGroup>
    <FieldGroup title={<Trans>Where it belongs</Trans>}>
      <Field.Reference name="vehicleStatusId" of={vehicleStatuses} label="name" title={msg`Status`} />
      <Field.Reference name="homeLocationId" of={locations} label="name" title={msg`Home location`} />
      <Field.Select name="ownership" />
      <Field.Reference name="carrierId" of={carriers} label="name" title={msg`Carrier`} />
      <Field.Date name="acquiredOn" label={msg`In the fleet since`} />
    </FieldGroup>
    <Field.Textarea name="notes" />
  </>
);
