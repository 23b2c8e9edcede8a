import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { locations } from "../../../settings/locations/locations.contract.ts";
import { MeterIsRight } from "../meters/meter-fields.web.tsx";
import { trips, type Trip } from "../trips.contract.ts";
import { GoesOnWith } from "./goes-on-with.web.tsx";
import { LoadedAlong } from "./loaded-along.web.tsx";

const Vehicle = fieldsOf(trips.changeVehicle.body);
const Driver = fieldsOf(trips.changeDriver.body);
const Asset = fieldsOf(trips.changeAsset.body);
const when = { label: msg`When`, help: <Trans>Empty is now</Trans> };

interface ChangeFieldsProps {
  trip: Trip;
  /** Another one was chosen. */
  onChoose: () => void;
}

export const VehicleFields = ({ trip, onChoose }: ChangeFieldsProps) => (
  <>
    <GoesOnWith kind="vehicle" name="vehicleId" trip={trip} hasAlready={[trip.vehicleId]} onChoose={onChoose} />
    <Vehicle.Moment name="at" {...when} />
    <Vehicle.Decimal name="meterValue" label={msg`Meter of the old one`} />
    <Vehicle.Decimal name="newMeterValue" label={msg`Meter of the new one`} />
    <MeterIsRight />
    <Vehicle.Textarea name="reason" />
  </>
);

export const DriverFields = ({ trip, onChoose }: ChangeFieldsProps) => (
  <>
    <GoesOnWith kind="driver" name="driverId" trip={trip} hasAlready={[trip.driverId]} onChoose={onChoose} />
    <Driver.Moment name="at" {...when} />
    <Driver.Textarea name="reason" />
  </>
);

/** What stays behind, where anything goes along, and what goes along from now on. */
export function AssetFields({ trip, onChoose }: ChangeFieldsProps) {
  const along = trip.attached.filter(({ detachedAt }) => detachedAt === null);
  const left = trip.attached.filter(({ detachedAt }) => detachedAt !== null).map(({ assetId }) => assetId);
  const names = Object.fromEntries(
    along.map(({ assetId, assetNo, typeName }) => [
      assetId,
      { icon: "open" as const, label: { id: `${assetNo}, ${typeName}` } },
    ]),
  );
  return (
    <>
      {along.length > 0 && (
        <>
          <Asset.Select
            name="assetId"
            label={msg`Stays behind`}
            help={<Trans>Empty: nothing stays behind</Trans>}
            statusStyles={names}
          />
          <LoadedAlong assetIds={along.map(({ assetId }) => assetId)} />
          <Asset.Reference name="locationId" of={locations} label="name" title={msg`Where it stays`} />
        </>
      )}
      <GoesOnWith
        kind="asset"
        name="withAssetId"
        trip={trip}
        hasAlready={along.map(({ assetId }) => assetId)}
        left={left}
        onChoose={onChoose}
      />
      <Asset.Moment name="at" {...when} />
      <Asset.Textarea name="reason" />
    </>
  );
}
