import { msg } from "@lingui/core/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { deliveryScheduleInput } from "./delivery-schedules.contract.ts";

const Field = fieldsOf(deliveryScheduleInput);

/** Who brings it and what is to be known; dock and time change by moving it. */
export const DeliveryForm = () => (
  <>
    <Field.Text name="carrierName" label={msg`Carrier`} autoFocus />
    <Field.Email name="carrierEmail" label={msg`E-mail of the carrier`} />
    <Field.Text name="driverName" label={msg`Driver`} />
    <Field.Phone name="driverPhone" label={msg`Phone of the driver`} />
    <Field.Text name="tractorPlate" label={msg`Number plate`} />
    <Field.Text name="trailerNumber" label={msg`Trailer`} />
    <Field.Text name="bolNumber" label={msg`Bill of lading`} />
    <Field.Number name="expectedPallets" label={msg`Pallets`} />
    <Field.Textarea name="notesPublic" label={msg`Note for vendor and carrier`} />
    <Field.Textarea name="notesInternal" label={msg`For your team only`} />
  </>
);
