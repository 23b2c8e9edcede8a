import { msg } from "@lingui/core/macro";
import { inGroup } from "#shared/flow/groups.ts";
import { useDetail } from "#web/detail/context.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { CarrierFields } from "./carrier-fields.web.tsx";
import { deliveryScheduleInput, type DeliverySchedule } from "./delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";

const Field = fieldsOf(deliveryScheduleInput);

/** Who brings it and what is to be known; dock and time change by moving it. */
export function DeliveryForm() {
  const { status, carrierId, carrierName } = useDetail().record as DeliverySchedule; // the form stands on its page alone
  const takesName = inGroup(deliveryScheduleFlow, "onSite", status) || (carrierId === null && carrierName !== null);
  return (
    <>
      <CarrierFields takesName={takesName} autoFocus />
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
}
