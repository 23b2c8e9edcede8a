import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { activity } from "#web/ui/status/chip.tsx";
import { Code, Money, Quantity } from "#web/ui/values/values.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { palletTypes, palletTypeInput, type PalletType } from "./pallet-types.contract.ts";

const naming = {
  one: msg`pallet type`,
  many: msg`pallet types`,
  about: msg`A pallet type says what goods stand on: how large and heavy an empty one is, and what it costs if it does not come back.`,
};
const columns = columnsOf<PalletType>((c) => [
  c.link("name"),
  c.code("code"),
  // The figure of a phone's row is the deposit.
  { ...c.count("lengthMm", { label: msg`Length, mm` }), part: "detail" },
  { ...c.count("widthMm", { label: msg`Width, mm` }), part: "detail" },
  { ...c.count("heightMm", { label: msg`Height, mm` }), part: "detail" },
  { ...c.quantity("weightKg", { label: msg`Weight, kg` }), part: "detail" },
  c.money("depositPrice", { currency: "depositPriceCurrency", label: msg`Deposit` }),
  c.text("depositPriceCurrency", { label: "currency", width: 110, hidden: true }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);
export const PalletTypePreview = previewOf(columns);

const Field = fieldsOf(palletTypeInput);
const PalletTypeForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Number name="lengthMm" label={msg`Length`} unit="mm" help={<Trans>The longer side.</Trans>} />
    <Field.Number name="widthMm" label={msg`Width`} unit="mm" />
    <Field.Number name="heightMm" label={msg`Height`} unit="mm" help={<Trans>Empty, without goods.</Trans>} />
    <Field.Decimal name="weightKg" label={msg`Weight`} unit="kg" help={<Trans>What it weighs empty.</Trans>} />
    <Field.Decimal
      name="depositPrice"
      label={msg`Deposit`}
      help={<Trans>For one; left empty where nobody pays a deposit.</Trans>}
    />
    <Field.Listed name="depositPriceCurrency" label="currency" />
    <Field.Switch name="isActive" />
  </>
);

export const PalletTypeList = () => (
  <ListScreen
    of={palletTypes}
    naming={naming}
    columns={columns}
    filters={["isActive"]}
    form={PalletTypeForm}
    opens="/warehouse/pallet-types/details"
  />
);

export const PalletTypeDetail = () => (
  <DetailScreen
    of={palletTypes}
    naming={naming}
    form={PalletTypeForm}
    title={(palletType) => palletType.name}
    state={{ of: (palletType) => (palletType.isActive ? "active" : "inactive"), statusStyles: activity }}
    summary={(palletType) => <Code>{palletType.code}</Code>}
    strip={(palletType) => [
      { label: msg`Length`, value: <Quantity value={palletType.lengthMm} unit="mm" /> },
      { label: msg`Width`, value: <Quantity value={palletType.widthMm} unit="mm" /> },
      { label: msg`Height`, value: <Quantity value={palletType.heightMm} unit="mm" /> },
      { label: msg`Weight`, value: <Quantity value={palletType.weightKg} unit="kg" /> },
      {
        label: msg`Deposit`,
        value: <Money amount={palletType.depositPrice} currency={palletType.depositPriceCurrency} />,
      },
    ]}
  >
    {(palletType) => (
      <FieldList
        schema={palletTypeInput}
        record={palletType}
        except={[
          "name",
          "code",
          "lengthMm",
          "widthMm",
          "heightMm",
          "weightKg",
          "depositPrice",
          "depositPriceCurrency",
          "isActive",
        ]}
      />
    )}
  </DetailScreen>
);
