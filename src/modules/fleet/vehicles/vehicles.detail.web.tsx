import { msg } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { hasAbility } from "#shared/flow/abilities.ts";
import { useMay } from "#web/api/session.tsx";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { statusStyleOf } from "#web/ui/status/chip.tsx";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { files } from "../../settings/files/files.contract.ts";
import { AssignmentList } from "../driver-assignments/assignment-list.web.tsx";
import { PartLink, WayLink } from "../availability/part-link.web.tsx";
import { documents } from "../documents/documents.contract.ts";
import { AssetsOnVehicle } from "./assets-on-vehicle.web.tsx";
import { EndOfHolds, HoldList, holdsAnchor, isHeldNow } from "./holds/hold-list.web.tsx";
import { PaperStrip } from "./papers/paper-strip.web.tsx";
import { TripsOf } from "../trips/trips-of.web.tsx";
import { TripsThatWouldWait } from "./trips-that-would-wait.web.tsx";
import { ReadingList } from "./readings/reading-list.web.tsx";
import { VehicleForm, vehicleLabels } from "./vehicle-form.web.tsx";
import {
  availabilityStyles,
  BlockOrigin,
  BlockWords,
  Health,
  lifeStyles,
  MeterValue,
  Plate,
  vehicleNaming,
} from "./vehicle-words.web.tsx";
import { vehicleInput, vehicleRecord, vehicles, type Vehicle } from "./vehicles.contract.ts";
import { vehicleFlow } from "./vehicles.flow.ts";
import { vinDoubt } from "./vin.ts";

const words: Partial<Record<keyof typeof vehicleFlow.steps, StepWords>> = {
  putInService: { label: msg`Put in service` },
  hold: { label: msg`Put on hold`, consequence: <Trans>It does not leave until the hold is closed.</Trans> },
  takeOutOfService: { label: msg`Take out of service`, isMinor: true },
  judgeHealth: { label: msg`Judge its health`, isMinor: true },
  forgetHealth: { label: msg`Let the data judge its health`, isMinor: true },
  retire: {
    isDangerous: true,
    consequence: <Trans>It leaves the fleet. Its number and its plate are free for another one.</Trans>,
  },
  reinstate: { label: msg`Bring back` },
};

/**
 * What keeps a vehicle from leaving says which trips that stops. A hold is never what comes next, and what is held already is seldom
 * held once more.
 */
function wordsOf(vehicle: Vehicle): typeof words {
  const withTrips = (step: "hold" | "takeOutOfService" | "retire") => ({
    ...words[step],
    consequence: (
      <Stack gap={6}>
        {words[step]?.consequence && <span>{words[step].consequence}</span>}
        <TripsThatWouldWait vehicleId={vehicle.id} />
      </Stack>
    ),
  });
  return {
    ...words,
    hold: { ...withTrips("hold"), isPlain: true, isMinor: isHeldNow(vehicle) },
    takeOutOfService: withTrips("takeOutOfService"),
    retire: withTrips("retire"),
  };
}

export function VehicleDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  const inWords = useWords();
  const strip = (vehicle: Vehicle) => [
    {
      label: msg`Status`,
      value: vehicle.vehicleStatusName,
      sub: inWords(statusStyleOf(lifeStyles, vehicle.status).label),
    },
    { label: msg`Health`, value: <Health of={vehicle} />, sub: vehicle.healthReason },
    { label: msg`Home location`, value: vehicle.homeLocationName },
    {
      label: msg`Meter`,
      value: <MeterValue of={vehicle} />,
      sub: vehicle.meterReadAt && fmt.instant(vehicle.meterReadAt),
    },
    {
      label: msg`May carry`,
      value: vehicle.payloadKg && `${fmt.quantity(vehicle.payloadKg)} kg`,
      sub: [
        vehicle.palletPositions !== null && t`${vehicle.palletPositions} pallets`,
        vehicle.cargoVolumeM3 && `${fmt.quantity(vehicle.cargoVolumeM3)} m³`,
      ]
        .filter(Boolean)
        .join(", "),
    },
    { label: msg`Licence`, value: vehicle.requiredLicenceClass, sub: vehicle.typeName },
  ];
  return (
    <DetailScreen
      of={vehicles}
      naming={vehicleNaming}
      form={VehicleForm}
      title={({ unitNumber }) => unitNumber}
      state={{ of: ({ availability }) => availability, statusStyles: availabilityStyles }}
      summary={(vehicle) => (
        <>
          <Plate of={vehicle} /> {[vehicle.makerName, vehicle.modelName, vehicle.modelYear].filter(Boolean).join(" ")}
        </>
      )}
      strip={strip}
      rail={({ id }) => <Attachments of={files} entity="vehicle" id={id} can={vehicleRecord.files.edit} />}
    >
      {(vehicle) => (
        <>
          <Steps
            of={vehicles}
            flow={vehicleFlow}
            record={vehicle}
            words={wordsOf(vehicle)}
            about={<Plate of={vehicle} />}
          />
          <EndOfHolds vehicle={vehicle} />
          <Verdict vehicle={vehicle} />
          <div id={papersAnchor}>
            <PaperStrip vehicleId={vehicle.id} />
          </div>
          <TripsOf of={{ vehicleId: vehicle.id }} />
          <AssignmentList of={{ vehicleId: vehicle.id }} canAdd={vehicle.status !== "retired"} />
          <AssetsOnVehicle vehicleId={vehicle.id} />
          <HoldList vehicleId={vehicle.id} />
          <ReadingList vehicle={vehicle} />
          <Vin vin={vehicle.vin} />
          <FieldList
            schema={vehicleInput}
            record={vehicle}
            except={[
              "vin",
              "unitNumber",
              "plateNumber",
              "plateCountry",
              "payloadKg",
              "cargoVolumeM3",
              "palletPositions",
              "modelYear",
              "meterUnit",
            ]}
            labels={vehicleLabels}
          />
        </>
      )}
    </DetailScreen>
  );
}

const papersAnchor = "papers";

/** Whether it may leave today; if not, why, who says so, until when, and where that is mended. */
function Verdict({ vehicle }: { vehicle: Vehicle }) {
  const { blocks, status } = vehicle;
  const [first] = blocks;
  if (!first || status === "retired") return null;
  return (
    <Note icon={first.code === "not_in_service" ? "warn" : "bad"}>
      <b>
        <Trans>May not leave today</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {blocks.map((block, at) => (
          <li key={block.holdId ?? at}>
            <BlockWords block={block} /> <BlockOrigin block={block} /> <BlockWay vehicle={vehicle} block={block} />
          </li>
        ))}
      </Stack>
    </Note>
  );
}

/** Where one of the reasons is mended; nothing where the head of the page does it. */
function BlockWay({ vehicle, block: { code, documentId } }: { vehicle: Vehicle; block: Vehicle["blocks"][number] }) {
  const may = useMay();
  if (documentId !== null && may(documents.read.can))
    return (
      <WayLink href={recordHref("/fleet/documents/details", documentId)}>
        <Trans>Open the document</Trans>
      </WayLink>
    );
  if (code === "hold")
    return (
      <PartLink to={holdsAnchor}>
        <Trans>Its holds</Trans>
      </PartLink>
    );
  if (code === "document_missing" && may(documents.list.can))
    return (
      <PartLink to={papersAnchor}>
        {may(documents.create.can) ? <Trans>Enter it among the papers</Trans> : <Trans>Its papers</Trans>}
      </PartLink>
    );
  if (code !== "status" || !hasAbility(vehicle, "edit")) return null;
  return (
    <WayLink href={`${recordHref("/fleet/vehicles/details", vehicle.id)}&form=edit`}>
      <Trans>Change its status</Trans>
    </WayLink>
  );
}

/** The number of its chassis, with what should be looked at once more. */
function Vin({ vin }: { vin: string | null }) {
  if (vin === null) return null;
  const doubt = vinDoubt(vin);
  const value = (
    <>
      {vin}
      {doubt && (
        <Text tone="dim" size="small" shape="block">
          {i18n._(doubt.message)}
        </Text>
      )}
    </>
  );
  return <KeyValue rows={[{ label: vehicleLabels.vin, value }]} isAligned />;
}
