import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { assetTypeInput, assetTypes, type AssetType } from "./asset-types.contract.ts";

const naming = {
  one: msg`asset type`,
  many: msg`asset types`,
  about: msg`A type says what an asset is, how heavy it may be, and whether it carries goods: a reefer trailer, a pool of pallets.`,
};
const weights = { tareKg: msg`Tare, kg`, maxGrossKg: msg`Max. gross, kg` };
const columns = columnsOf<AssetType>((c) => [
  c.link("name"),
  c.code("code"),
  c.choice("kind"),
  c.quantity("tareKg", { label: weights.tareKg }),
  c.quantity("maxGrossKg", { label: weights.maxGrossKg, width: 120 }),
  c.boolean("isSerialised", { width: 116 }),
  c.boolean("hasMeter", { width: 116, hidden: true }),
  c.boolean("allowsCommodities", { width: 180 }),
  c.active("isActive"),
  c.text("description", { width: 300, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(assetTypeInput);
const AssetTypeForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Select name="kind" />
    <Field.Decimal name="tareKg" label={weights.tareKg} unit="kg" help={<Trans>What it weighs empty.</Trans>} />
    <Field.Decimal
      name="maxGrossKg"
      label={weights.maxGrossKg}
      unit="kg"
      help={<Trans>What it may weigh with all that is on it.</Trans>}
    />
    <Field.Switch name="isSerialised" help={<Trans>Each one has its own number; otherwise they are counted.</Trans>} />
    <Field.Switch name="hasMeter" help={<Trans>Kilometres or hours are read from it.</Trans>} />
    <Field.Switch name="allowsCommodities" help={<Trans>Goods are loaded on it or into it.</Trans>} />
    <Field.Textarea name="description" />
    <Field.Switch name="isActive" />
  </>
);

export const AssetTypeList = () => (
  <ListScreen
    of={assetTypes}
    naming={naming}
    columns={columns}
    filters={["kind", "isSerialised", "isActive"]}
    form={AssetTypeForm}
  />
);
