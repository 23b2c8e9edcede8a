import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { locations } from "../../settings/locations/locations.contract.ts";
import { deliverySchedules } from "../../warehouse/delivery-schedules/delivery-schedules.contract.ts";
import { products } from "../../warehouse/products/products.contract.ts";
import { assetCommodities } from "../asset-commodities/asset-commodities.contract.ts";
import { newFleetDeliveryInput } from "./deliveries.contract.ts";
import { deliveryLabels } from "./delivery-words.web.tsx";

const Field = fieldsOf(newFleetDeliveryInput);

/** A delivery's form: what, to whom, where and when. A new one may be that of the warehouse, which says all of it. */
export function DeliveryForm() {
  const isNew = "deliveryScheduleId" in useFormScope().schema.shape;
  return (
    <>
      {isNew && (
        <Field.Reference
          name="deliveryScheduleId"
          of={deliverySchedules}
          label="number"
          title={deliveryLabels.deliveryScheduleId}
          help={
            <Trans>Whatever you leave empty below is taken from it: its lines, its dock's location and its time.</Trans>
          }
        />
      )}
      <Field.Text name="consigneeName" label={deliveryLabels.consigneeName} />
      <Field.Reference name="locationId" of={locations} label="name" title={deliveryLabels.locationId} />
      <Field.Text name="address" label={deliveryLabels.address} />
      <Field.Phone name="contactPhone" label={deliveryLabels.contactPhone} />
      <Field.Email
        name="consigneeEmail"
        label={deliveryLabels.consigneeEmail}
        help={<Trans>A one-time code goes there.</Trans>}
      />
      <Field.Moment name="windowStart" label={deliveryLabels.windowStart} />
      <Field.Moment name="windowEnd" label={deliveryLabels.windowEnd} />
      <Field.Lines name="lines" label={deliveryLabels.lines} one={msg`line`}>
        {(Row) => (
          <>
            <Row.Reference name="productId" of={products} label="name" title={msg`Product`} />
            <Row.Reference name="commodityId" of={assetCommodities} label="name" title={msg`Or a commodity`} />
            <Row.Text name="description" label={msg`Or in words`} />
            <Row.Decimal name="plannedQuantity" label={msg`Planned`} />
            <Row.Listed name="unit" />
          </>
        )}
      </Field.Lines>
      <FieldGroup title={<Trans>Where it is loaded</Trans>}>
        <Field.Reference
          name="pickupLocationId"
          of={locations}
          label="name"
          title={deliveryLabels.pickupLocationId}
          help={<Trans>Neither of the two: it is on board when the trip leaves.</Trans>}
        />
        <Field.Text name="pickupAddress" label={deliveryLabels.pickupAddress} />
      </FieldGroup>
      <Field.Words name="proofsRequired" label={deliveryLabels.proofsRequired} />
      <Field.Textarea name="notes" />
    </>
  );
}
