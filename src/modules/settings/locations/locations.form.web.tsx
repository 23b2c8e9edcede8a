import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { locationInput } from "./locations.contract.ts";
import { PlaceField } from "./place-field.web.tsx";
import { SiteTimeField, SlotField, WeekdayField } from "./time-fields.web.tsx";

const Field = fieldsOf(locationInput);

export const LocationForm = () => (
  <>
    <FieldGroup title={<Trans>Site</Trans>}>
      <Field.Text name="name" autoFocus />
      <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
      <Field.Select name="kind" />
      <Field.Listed
        name="timezone"
        label={msg`Time zone`}
        help={<Trans>All hours and bookings of this site are on its own clock.</Trans>}
      />
      <Field.Switch name="isActive" />
    </FieldGroup>
    <FieldGroup title={<Trans>Address</Trans>}>
      <Field.Text name="addressLine1" label={msg`Address`} />
      <Field.Text name="addressLine2" label={msg`Address, second line`} />
      <Field.Text name="postalCode" />
      <Field.Text name="city" />
      <Field.Text name="region" />
      <Field.Text name="countryCode" label={msg`Country code`} />
      <Field.Textarea
        name="dockAddressNote"
        label={msg`Way to the docks`}
        help={<Trans>Where they are not at the postal address.</Trans>}
      />
    </FieldGroup>
    <FieldGroup title={<Trans>Place on the map</Trans>}>
      <PlaceField />
    </FieldGroup>
    <FieldGroup title={<Trans>Contact</Trans>}>
      <Field.Text name="contactName" label={msg`Contact`} />
      <Field.Phone name="contactPhone" />
      <Field.Email name="contactEmail" label={msg`Contact e-mail`} />
      <Field.Textarea name="receivingInstructions" help={<Trans>Vendors and carriers read this.</Trans>} />
    </FieldGroup>
    <FieldGroup title={<Trans>When it is open</Trans>}>
      <Hours />
      <Closures />
    </FieldGroup>
    <FieldGroup title={<Trans>Booking a dock</Trans>}>
      <SlotField name="slotMinutes" label={msg`Slots begin every`} />
      <Field.Switch name="requiresApproval" label={msg`Requested slots need an approval`} />
      <Field.Number name="minLeadMinutes" label={msg`Book at least this long before`} unit="min" />
      <Field.Number name="maxLeadDays" label={msg`Book at most this long before`} unit="d" />
      <Field.Number name="cancelCutoffMinutes" label={msg`Cancel or move at least this long before`} unit="min" />
      <Field.Number name="earlyGraceMinutes" label={msg`Early is still on time`} unit="min" />
      <Field.Number name="lateGraceMinutes" label={msg`Late is still on time`} unit="min" />
      <Field.Number name="noShowAfterMinutes" label={msg`No show after`} unit="min" />
      <Field.Number name="freeTimeMinutes" label={msg`Free time at the dock`} unit="min" />
    </FieldGroup>
  </>
);

const Hours = () => (
  <Field.Lines
    name="hours"
    one={msg`window`}
    label={msg`Opening hours`}
    help={<Trans>Several a day are possible. A night shift is two: until 24:00 and from 00:00.</Trans>}
  >
    {(Row) => (
      <>
        <WeekdayField name="dayOfWeek" label={msg`Day`} />
        <Row.Text name="opensAt" label={msg`Opens`} />
        <Row.Text name="closesAt" label={msg`Closes`} />
      </>
    )}
  </Field.Lines>
);

const Closures = () => (
  <Field.Lines
    name="closures"
    one={msg`closure`}
    help={<Trans>Nobody is there although the week says so: a holiday, a stocktaking.</Trans>}
  >
    {(Row) => (
      <>
        <SiteTimeField name="startsAt" label={msg`From`} />
        <SiteTimeField name="endsAt" label={msg`Until`} />
        <Row.Text name="reason" />
      </>
    )}
  </Field.Lines>
);
