import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { assetCommodities, assetCommodityInput, type AssetCommodity } from "./asset-commodities.contract.ts";

const naming = {
  one: msg`asset commodity`,
  many: msg`asset commodities`,
  about: msg`A commodity is a kind of goods that trailers and containers carry: its customs and UN numbers, how it is counted, how warm it may be.`,
};

const columns = columnsOf<AssetCommodity>((c) => [
  c.link("name"),
  c.code("code"),
  c.code("hsCode", { label: msg`HS code` }),
  {
    ...c.custom("isHazmat", {
      label: msg`Dangerous goods`,
      width: 190,
      cell: (commodity) => <Hazard of={commodity} />,
    }),
    fields: ["isHazmat", "unNumber", "hazardClass", "packingGroup"],
    part: "state",
  },
  {
    ...c.custom("tempMinC", {
      label: msg`Temperature`,
      width: 130,
      align: "end",
      cell: (commodity) => <Temperature of={commodity} />,
    }),
    fields: ["tempMinC", "tempMaxC"],
  },
  c.custom("quantityType", { label: msg`Counted in`, width: 110, cell: (commodity) => <Unit of={commodity} /> }),
  c.quantity("unitWeightKg", { label: msg`Unit, kg` }),
  c.quantity("unitVolumeM3", { label: msg`Unit, m³`, hidden: true }),
  c.boolean("isStackable", { width: 120 }),
  c.date("createdAt", { hidden: true }),
]);

/** As a waybill has it: UN1993, 3, II. */
function Hazard({ of: { isHazmat, unNumber, hazardClass, packingGroup } }: { of: AssetCommodity }) {
  if (!isHazmat) return <Nothing />;
  return (
    <Chip icon="warn" look="bare">
      {[unNumber, hazardClass, packingGroup].filter(Boolean).join(", ")}
    </Chip>
  );
}

function Temperature({ of: { tempMinC, tempMaxC } }: { of: AssetCommodity }) {
  const fmt = useFormat();
  const [coldest, warmest] = [tempMinC, tempMaxC].map((value) => value && fmt.quantity(value));
  if (coldest && warmest) return `${coldest} … ${warmest} °C`;
  if (coldest) return <Trans>from {coldest} °C</Trans>;
  return warmest ? <Trans>up to {warmest} °C</Trans> : <Nothing />;
}

function Unit({ of: { quantityType } }: { of: AssetCommodity }) {
  const units = useUnits();
  return units.name({ uom: quantityType, qtyPerUom: "1" });
}

const Field = fieldsOf(assetCommodityInput);
const AssetCommodityForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Text
      name="hsCode"
      label={msg`HS code`}
      help={<Trans>Of the customs tariff. Its first six digits are the same everywhere.</Trans>}
    />
    <Field.Listed name="quantityType" label={msg`Counted in`} />
    <Field.Decimal name="unitWeightKg" label={msg`One weighs`} unit="kg" />
    <Field.Decimal name="unitVolumeM3" label={msg`One takes`} unit="m³" />
    <Field.Switch name="isStackable" help={<Trans>Others may stand on it.</Trans>} />
    <FieldGroup title={<Trans>Dangerous goods</Trans>}>
      <Field.Text
        name="unNumber"
        label={msg`UN number`}
        help={<Trans>What has one needs a driver and a vehicle that may carry it.</Trans>}
      />
      <Field.Select name="hazardClass" help={<Trans>The class, with its division where it has some.</Trans>} />
      <Field.Select name="packingGroup" help={<Trans>I is the most dangerous.</Trans>} />
    </FieldGroup>
    <FieldGroup title={<Trans>Temperature</Trans>}>
      <Field.Decimal name="tempMinC" label={msg`Coldest`} unit="°C" />
      <Field.Decimal name="tempMaxC" label={msg`Warmest`} unit="°C" />
    </FieldGroup>
  </>
);

export const AssetCommodityList = () => (
  <ListScreen
    of={assetCommodities}
    naming={naming}
    columns={columns}
    filters={["isHazmat", "hazardClass", "packingGroup", "isStackable"]}
    form={AssetCommodityForm}
    actions={<ImportButton entity="asset-commodity" can={assetCommodities.create.can} />}
  />
);
