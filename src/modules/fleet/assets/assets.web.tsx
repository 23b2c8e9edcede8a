import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { RecordLink } from "#web/list/record-link.tsx";
import type { BulkSteps } from "#web/list/selection-steps.tsx";
import { assetTypes } from "../../settings/asset-types/asset-types.contract.ts";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { AssetForm } from "./asset-form.web.tsx";
import { assetLabels, assetNaming, availabilityStyles, Condition, lifeStyles, OwnNumber } from "./asset-words.web.tsx";
import { assets, type Asset } from "./assets.contract.ts";

const columns = columnsOf<Asset>((c) => [
  {
    ...c.link("assetNo", { label: msg`Asset`, width: 220 }),
    cell: (asset) => (
      <RecordLink>
        {asset.assetNo} {(asset.containerNo ?? asset.plateNumber) ? <OwnNumber of={asset} /> : asset.name}
      </RecordLink>
    ),
    fields: ["assetNo", "name", "containerNo", "plateCountry", "plateNumber"],
  },
  c.text("typeName", { label: msg`Type`, width: 170 }),
  c.badge("availability", availabilityStyles, { width: 130 }),
  {
    ...c.text("locationName", { label: msg`Where`, width: 170 }),
    cell: ({ locationName, vehicleNumber }) => locationName ?? <Trans>on {vehicleNumber}</Trans>,
    fields: ["locationName", "vehicleNumber"],
  },
  c.custom("condition", { label: msg`Condition`, width: 120, cell: (asset) => <Condition of={asset} /> }),
  c.count("quantity"),
  c.quantity("payloadKg", { label: msg`Payload, kg` }),
  { ...c.quantity("cargoVolumeM3", { label: assetLabels.cargoVolumeM3, width: 130 }), part: "detail" },
  { ...c.quantity("tareKg", { label: assetLabels.tareKg, hidden: true }), part: "detail" },
  { ...c.quantity("maxGrossKg", { label: assetLabels.maxGrossKg, width: 120, hidden: true }), part: "detail" },
  c.text("statusReason", { label: msg`Why`, width: 180, hidden: true }),
  c.date("bookedFrom", { label: msg`Booked from`, hidden: true }),
  c.date("bookedUntil", { label: msg`Booked until`, hidden: true }),
  c.badge("status", lifeStyles, { label: msg`State`, hidden: true }),
  c.choice("kind", { hidden: true }),
  c.code("serialNumber", { width: 160, hidden: true }),
  c.boolean("allowsCommodities", { hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const AssetPreview = previewOf(columns);

const { sendToMaintenance, returnFromMaintenance, reportLost, retire } = assets;
const bulk: BulkSteps<Asset> = {
  routes: { sendToMaintenance, returnFromMaintenance, reportLost, retire },
  words: {
    sendToMaintenance: { label: msg`Send to maintenance` },
    returnFromMaintenance: { label: msg`Return from maintenance` },
    reportLost: { label: msg`Report lost` },
    retire: { isDangerous: true, consequence: <Trans>Their plates are free for others.</Trans> },
  },
  line: (asset) => asset.typeName,
};

export function AssetList() {
  const { t } = useLingui();
  return (
    <ListScreen
      of={assets}
      naming={assetNaming}
      columns={columns}
      filters={[
        "availability",
        "kind",
        { name: "typeId", of: assetTypes, field: "name", label: msg`Type` },
        { name: "locationId", of: locations, field: "name", label: msg`At the location` },
        "condition",
        "status",
        "isSerialised",
      ]}
      views={{
        filter: "availability",
        tabs: [
          { name: "all", title: t`All` },
          { name: "available", title: t`Free now` },
          { name: "booked,on_trip", title: t`Planned or on the road` },
          { name: "maintenance", title: t`In maintenance` },
          { name: "lost", title: t`Lost` },
          { name: "retired", title: t`Retired` },
        ],
      }}
      bulk={bulk}
      form={AssetForm}
      actions={<ImportButton entity="asset" can={assets.create.can} />}
      opens="/fleet/assets/details"
    />
  );
}
