import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { assets } from "../assets/assets.contract.ts";
import { drivers } from "../drivers/drivers.contract.ts";
import { FleetChoice } from "./fleet-choice.web.tsx";
import { ProposedPair } from "./proposal/proposed-pair.web.tsx";
import { tripInput } from "./trips.contract.ts";

/** What the fields of a trip are called, in its form and on its page. */
export const tripLabels = {
  loadKg: msg`Load, kg`,
  loadM3: msg`Load, m³`,
  loadPallets: msg`Load, pallets`,
  hasDangerousGoods: msg`Dangerous goods`,
};

const Field = fieldsOf(tripInput);

/** A trip's form: with what, by whom, when, and where to. */
export const TripForm = () => (
  <>
    <Field.Moment name="plannedStart" label={msg`Leaves`} autoFocus />
    <Field.Moment name="plannedEnd" label={msg`Planned return`} />
    <FleetChoice kind="vehicle" name="vehicleId" label={msg`Vehicle`} />
    <FleetChoice
      kind="driver"
      name="driverId"
      label={msg`Driver`}
      help={<Trans>A draft may go without; both are booked when the trip is planned.</Trans>}
    />
    <ProposedPair />
    <Field.Lines name="stops" one={msg`stop`}>
      {(Row) => (
        <>
          <Row.Select name="kind" />
          <Row.Moment name="plannedArrival" label={msg`Is there at`} />
          <Row.Reference name="locationId" of={locations} label="name" title={msg`Own location`} />
          <Row.Text name="name" label={msg`Or whom it is for`} />
          <Row.Text name="address" />
          <Row.Number name="serviceMinutes" label={msg`Stays`} unit="min" />
          <Row.Moment name="windowStart" label={msg`Not before`} />
          <Row.Moment name="windowEnd" label={msg`Not after`} />
          <Row.Text name="instructions" />
        </>
      )}
    </Field.Lines>
    <Field.Lines name="crew" label={msg`Who else is on it`} one={msg`person`}>
      {(Row) => (
        <>
          <Row.Reference name="driverId" of={drivers} label="lastName" title={msg`Driver`} />
          <Row.Select name="role" />
        </>
      )}
    </Field.Lines>
    <Field.Lines name="assets" label={msg`Trailers and other assets`} one={msg`asset`}>
      {(Row) => <Row.Reference name="assetId" of={assets} label="assetNo" title={msg`Asset`} />}
    </Field.Lines>
    <FieldGroup title={<Trans>What is on it at most</Trans>}>
      <Field.Decimal name="loadKg" label={msg`Weight`} unit="kg" />
      <Field.Decimal name="loadM3" label={msg`Volume`} unit="m³" />
      <Field.Number name="loadPallets" label={msg`Pallets`} />
      <Field.Switch name="hasDangerousGoods" label={tripLabels.hasDangerousGoods} />
    </FieldGroup>
    <Field.Select name="purpose" />
    <Field.Textarea name="notes" />
  </>
);
