import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Note } from "#web/ui/note.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { files } from "../../settings/files/files.contract.ts";
import { DocumentsOf } from "../documents/documents-of.web.tsx";
import { LoadList } from "./load-list.web.tsx";
import { vehicles } from "../vehicles/vehicles.contract.ts";
import { AssetForm } from "./asset-form.web.tsx";
import { assetLabels, assetNaming, availabilityStyles, Condition, lifeStyles, OwnNumber } from "./asset-words.web.tsx";
import { assetInput, assetRecord, assets, type Asset } from "./assets.contract.ts";
import { assetFlow } from "./assets.flow.ts";
import { TripsOfAsset } from "./trips-of-asset.web.tsx";

const words: Partial<Record<keyof typeof assetFlow.steps, StepWords>> = {
  sendToMaintenance: {
    label: msg`Send to maintenance`,
    consequence: <Trans>Nobody is offered it until it is back.</Trans>,
  },
  returnFromMaintenance: { label: msg`Return from maintenance` },
  reportLost: {
    label: msg`Report lost`,
    isMinor: true,
    consequence: <Trans>It stays listed where it was last seen, and nobody is offered it.</Trans>,
  },
  found: { label: msg`It was found` },
  retire: {
    isDangerous: true,
    consequence: <Trans>It leaves the fleet. Its plate is free for another one.</Trans>,
  },
  reinstate: { label: msg`Bring back` },
};

export function AssetDetail() {
  const fmt = useFormat();
  const kilograms = (value: string | null) => value && `${fmt.quantity(value)} kg`;
  const strip = (asset: Asset) => [
    {
      label: msg`Availability`,
      value: <StateChip statusStyles={availabilityStyles} state={asset.availability} />,
      sub: <BookedTimes of={asset} />,
    },
    { label: asset.vehicleId === null ? msg`At the location` : msg`On the vehicle`, value: <Where of={asset} /> },
    { label: msg`Condition`, value: <Condition of={asset} /> },
    ...(asset.isSerialised ? [] : [{ label: "quantity", value: asset.quantity && fmt.quantity(asset.quantity) }]),
    {
      label: msg`May carry`,
      value: kilograms(asset.payloadKg),
      sub: asset.cargoVolumeM3 && `${fmt.quantity(asset.cargoVolumeM3)} m³`,
    },
    { label: msg`Empty`, value: kilograms(asset.tareKg), sub: asset.typeName },
  ];
  return (
    <DetailScreen
      of={assets}
      naming={assetNaming}
      form={AssetForm}
      title={({ assetNo }) => assetNo}
      state={{ of: ({ status }) => status, statusStyles: lifeStyles }}
      summary={(asset) => (
        <>
          <OwnNumber of={asset} /> {asset.name ?? asset.typeName}
        </>
      )}
      strip={strip}
      rail={({ id }) => <Attachments of={files} entity="asset" id={id} can={assetRecord.files.edit} />}
    >
      {(asset) => (
        <>
          <Steps of={assets} flow={assetFlow} record={asset} words={words} about={asset.typeName} />
          {asset.statusReason && <Note icon={asset.status === "lost" ? "bad" : "warn"}>{asset.statusReason}</Note>}
          {asset.lackedDocuments.length > 0 && (
            <Note icon="warn">
              <b>
                <Trans>No trip leaves with it today.</Trans>
              </b>{" "}
              <Trans>It lacks a valid {asset.lackedDocuments.join(", ")}.</Trans>
            </Note>
          )}
          <DocumentsOf about={{ assetId: asset.id }} />
          <FieldList
            schema={assetInput}
            record={asset}
            except={["assetNo", "name", "quantity", "condition", "cargoVolumeM3", "tareKg"]}
            labels={assetLabels}
          />
          {asset.allowsCommodities && <LoadList assetId={asset.id} />}
          <TripsOfAsset assetId={asset.id} />
        </>
      )}
    </DetailScreen>
  );
}

/** The place, which leads to the vehicle that it is on. */
function Where({ of: { locationName, vehicleId, vehicleNumber } }: { of: Asset }) {
  const may = useMay();
  if (vehicleId === null) return locationName;
  if (!may(vehicles.read.can)) return vehicleNumber;
  return <a href={recordHref("/fleet/vehicles/details", vehicleId)}>{vehicleNumber}</a>;
}

/** From when until when it is booked, now or next. */
function BookedTimes({ of: { bookedFrom, bookedUntil } }: { of: Asset }) {
  const fmt = useFormat();
  if (bookedFrom === null || bookedUntil === null) return null;
  return (
    <Trans>
      booked {fmt.instant(bookedFrom)} to {fmt.instant(bookedUntil)}
    </Trans>
  );
}
