import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { assetTypes } from "../../settings/asset-types/asset-types.contract.ts";
import { locations } from "../../settings/locations/locations.contract.ts";
import { vehicles } from "../vehicles/vehicles.contract.ts";
import { assetLabels } from "./asset-words.web.tsx";
import { assetInput } from "./assets.contract.ts";

const Field = fieldsOf(assetInput);

/** An asset's form: what it is, where it is, what it may carry. */
export const AssetForm = () => (
  <>
    <Field.Text name="assetNo" label={assetLabels.assetNo} autoFocus help={<Trans>As it is written on it.</Trans>} />
    <Field.Reference name="typeId" of={assetTypes} label="name" title={msg`Type`} />
    <Field.Text name="name" />
    <FieldGroup title={<Trans>Where it is: one of the two</Trans>}>
      <Field.Reference name="locationId" of={locations} label="name" title={msg`At the location`} />
      <Field.Reference name="vehicleId" of={vehicles} label="unitNumber" title={msg`On the vehicle`} />
    </FieldGroup>
    <FieldGroup title={<Trans>Its numbers</Trans>}>
      <Field.Text
        name="containerNo"
        label={assetLabels.containerNo}
        help={<Trans>Four letters and seven digits; the last one is the check digit.</Trans>}
      />
      <Field.Text name="plateNumber" label={assetLabels.plateNumber} />
      <Field.Text name="plateCountry" label={assetLabels.plateCountry} help={<Trans>Two letters, like NL.</Trans>} />
      <Field.Text name="serialNumber" />
      <Field.Number
        name="quantity"
        help={<Trans>How many, of what is counted. What has numbers of its own has none.</Trans>}
      />
    </FieldGroup>
    <FieldGroup title={<Trans>What it carries</Trans>}>
      <Field.Decimal
        name="tareKg"
        label={msg`Tare`}
        unit="kg"
        help={<Trans>Left empty in a new asset, both weights are those of its type.</Trans>}
      />
      <Field.Decimal name="maxGrossKg" label={msg`Max. gross`} unit="kg" />
      <Field.Decimal name="cargoVolumeM3" label={msg`Cargo space`} unit="m³" />
      <Field.Select name="condition" />
    </FieldGroup>
    <Field.Textarea name="notes" />
  </>
);
