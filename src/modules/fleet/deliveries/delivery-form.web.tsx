import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, type ReactNode } from "react";
import type { z } from "zod";
import { useMay } from "#web/api/session.tsx";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FormScope, useFormScope } from "#web/form/scope.ts";
import { useRecord } from "#web/list/data/use-record.ts";
import { locations } from "../../settings/locations/locations.contract.ts";
import { deliverySchedules } from "../../warehouse/delivery-schedules/delivery-schedules.contract.ts";
import { products } from "../../warehouse/products/products.contract.ts";
import { assetCommodities } from "../asset-commodities/asset-commodities.contract.ts";
import { deliveryLineInput, newFleetDeliveryInput } from "./deliveries.contract.ts";
import { deliveryLabels } from "./delivery-words.web.tsx";

const Field = fieldsOf(newFleetDeliveryInput);
const Line = fieldsOf(deliveryLineInput);

/** A delivery's form: what, to whom, where and when. A new one may be that of the warehouse, which says all of it. */
export function DeliveryForm() {
  const may = useMay();
  const { form, schema } = useFormScope();
  const mayBeOfWarehouse = "deliveryScheduleId" in schema.shape;
  const isOfWarehouse = Boolean(form.useWatchValue("deliveryScheduleId"));
  const [locationId, address] = [form.useWatchValue("locationId"), form.useWatchValue("address")];
  const isCodeMailed = String(form.useWatchValue("proofsRequired")).split(",").includes("code");
  return (
    <Needed
      names={[
        ...(isOfWarehouse ? [] : (["consigneeName", "windowStart", "windowEnd"] as const)),
        ...(isOfWarehouse ? [] : missingOf({ locationId, address })),
        ...(isCodeMailed ? (["consigneeEmail"] as const) : []),
      ]}
    >
      {mayBeOfWarehouse && may(deliverySchedules.list.can) && (
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
      <Field.Lines
        name="lines"
        label={deliveryLabels.lines}
        one={msg`line`}
        help={isOfWarehouse ? undefined : <Trans>At least one line.</Trans>}
      >
        {() => <LineFields />}
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
    </Needed>
  );
}

/** What of a line is delivered: by what this person may choose from, or in words. */
function LineFields() {
  const may = useMay();
  const { form, prefix } = useFormScope();
  const [seesProducts, seesCommodities] = [may(products.list.can), may(assetCommodities.list.can)];
  const [productId, commodityId, description] = [
    form.useWatchValue(`${prefix}productId`),
    form.useWatchValue(`${prefix}commodityId`),
    form.useWatchValue(`${prefix}description`),
  ];
  useUnitOf({ productId: seesProducts ? productId : "", commodityId: seesCommodities ? commodityId : "" });
  return (
    <Needed names={missingOf({ productId, commodityId, description })}>
      {seesProducts && <Line.Reference name="productId" of={products} label="name" title={msg`Product`} />}
      {seesCommodities && (
        <Line.Reference
          name="commodityId"
          of={assetCommodities}
          label="name"
          title={seesProducts ? msg`Or a commodity` : msg`Commodity`}
        />
      )}
      <Line.Text name="description" label={seesProducts || seesCommodities ? msg`Or in words` : msg`What it is`} />
      <Line.Decimal name="plannedQuantity" label={msg`Planned`} />
      <Line.Listed name="unit" />
    </Needed>
  );
}

/** What is chosen brings the unit in which it is counted, where none was chosen yet. */
function useUnitOf({ productId, commodityId }: Readonly<Record<"productId" | "commodityId", unknown>>): void {
  const { form, prefix } = useFormScope();
  const { record: product } = useRecord(products, productId ? String(productId) : null);
  const { record: commodity } = useRecord(assetCommodities, commodityId ? String(commodityId) : null);
  const unit = product?.baseUom ?? commodity?.quantityType;
  const path = `${prefix}unit`;
  const isChosen = Boolean(form.useWatchValue(path));
  useEffect(() => {
    if (unit !== undefined && !isChosen) form.setFieldValue(path, unit as never); // as the values of every form
    // oxlint-disable-next-line react/exhaustive-deps -- once for what is chosen: somebody may empty it again
  }, [unit]);
}

/** Of fields of which one is enough: all of them as long as none is filled, then none. */
function missingOf<Name extends string>(values: Readonly<Record<Name, unknown>>): readonly Name[] {
  const names = Object.keys(values) as Name[]; // no other keys were given
  return names.some((name) => Boolean(values[name])) ? [] : names;
}

/** What a field takes once it may not be empty. */
function filled(type: z.ZodType): z.ZodType {
  if (type.def.type === "pipe") return filled((type as z.ZodPipe<z.ZodType>).in); // the tag names the class, here and below
  return ["default", "nullable", "optional"].includes(type.def.type)
    ? filled((type as z.ZodNullable<z.ZodType>).unwrap())
    : type;
}

/** Fields which the schema lets be empty, for a delivery of the warehouse, and which the server asks for as things stand: they say so. */
function Needed({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const scope = useFormScope();
  const shape: z.ZodRawShape = scope.schema.shape;
  const needed = Object.fromEntries(
    Object.entries(shape).flatMap(([name, type]) => (names.includes(name) ? [[name, filled(type as z.ZodType)]] : [])),
  );
  return <FormScope value={{ ...scope, schema: scope.schema.extend(needed) }}>{children}</FormScope>;
}
