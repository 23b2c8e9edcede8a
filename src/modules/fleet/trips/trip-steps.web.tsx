import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { assets } from "../assets/assets.contract.ts";
import { drivers } from "../drivers/drivers.contract.ts";
import { vehicles } from "../vehicles/vehicles.contract.ts";
import { StaysBehind } from "./trip-assets/stays-behind.web.tsx";
import { trips, type Trip } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";

const Vehicle = fieldsOf(trips.changeVehicle.body);
const Driver = fieldsOf(trips.changeDriver.body);
const Asset = fieldsOf(trips.changeAsset.body);
const when = { label: msg`When`, help: <Trans>Empty is now</Trans> };

const VehicleFields = () => (
  <>
    <Vehicle.Reference name="vehicleId" of={vehicles} label="unitNumber" title={msg`Goes on with`} />
    <Vehicle.Moment name="at" {...when} />
    <Vehicle.Decimal name="meterValue" label={msg`Meter of the old one`} />
    <Vehicle.Decimal name="newMeterValue" label={msg`Meter of the new one`} />
    <Vehicle.Textarea name="reason" />
  </>
);

const AssetFields = ({ trip }: { trip: Trip }) => (
  <>
    <StaysBehind trip={trip} />
    <Asset.Reference name="locationId" of={locations} label="name" title={msg`Where it stays`} />
    <Asset.Reference name="withAssetId" of={assets} label="assetNo" title={msg`Goes on with`} />
    <Asset.Moment name="at" {...when} />
    <Asset.Textarea name="reason" />
  </>
);

const DriverFields = () => (
  <>
    <Driver.Reference name="driverId" of={drivers} label="lastName" title={msg`Goes on with`} />
    <Driver.Moment name="at" {...when} />
    <Driver.Textarea name="reason" />
  </>
);

const Stop = fieldsOf(trips.addStop.body);
const StopFields = () => (
  <>
    <Stop.Select name="kind" />
    <Stop.Moment name="plannedArrival" label={msg`Is there at`} />
    <Stop.Reference name="locationId" of={locations} label="name" title={msg`Own location`} />
    <Stop.Text name="name" label={msg`Or whom it is for`} />
    <Stop.Text name="address" />
    <Stop.Text name="instructions" />
  </>
);

const Driven = fieldsOf(trips.recordDriven.body);
const DrivenFields = () => (
  <>
    <Driven.Moment name="startedAt" label={msg`Left at`} />
    <Driven.Moment name="endedAt" label={msg`Came back at`} help={<Trans>Empty: it is on the road</Trans>} />
    <Driven.Decimal name="meterValue" label={msg`Meter when it left`} />
    <Driven.Decimal name="endMeterValue" label={msg`Meter when it came back`} />
    <Driven.Textarea name="reason" />
  </>
);

const { dispatchAnyway: _answersForWhatItShows, ...buttons } = tripFlow.steps;
const flow = { steps: buttons };
const words: Partial<Record<keyof typeof buttons, StepWords>> = {
  plan: { label: msg`Plan` },
  dispatch: { label: msg`Dispatch`, consequence: <Trans>It goes to its driver as it is now.</Trans> },
  acknowledge: { label: msg`Acknowledge`, isMinor: true },
  recall: {
    label: msg`Recall`,
    isMinor: true,
    consequence: <Trans>The driver no longer has it. It stays planned.</Trans>,
  },
  start: { label: msg`Start` },
  recordDriven: {
    label: msg`It was driven all the same`,
    isMinor: true,
    consequence: (
      <Trans>
        It runs from then on, with what nobody else has by now. Where you say when it ended, it is over, and its stops
        and deliveries are told one by one.
      </Trans>
    ),
    fields: <DrivenFields />,
  },
  pause: { label: msg`Pause`, isMinor: true },
  resume: { label: msg`Resume` },
  changeVehicle: {
    label: msg`Change vehicle`,
    isMinor: true,
    consequence: <Trans>The trip goes on with another vehicle. What was until then stays as it was.</Trans>,
    fields: <VehicleFields />,
  },
  changeVehicleAnyway: {
    label: msg`Change vehicle anyway`,
    isMinor: true,
    consequence: <Trans>It drives though something should keep it. Your reason stands in the history.</Trans>,
    fields: <VehicleFields />,
  },
  changeDriver: {
    label: msg`Change driver`,
    isMinor: true,
    consequence: (
      <Trans>
        The trip goes on with another driver, who sees it from now on, and your reason; the former no longer does.
      </Trans>
    ),
    fields: <DriverFields />,
  },
  changeDriverAnyway: {
    label: msg`Change driver anyway`,
    isMinor: true,
    consequence: <Trans>They drive though something should keep them. Your reason stands in the history.</Trans>,
    fields: <DriverFields />,
  },
  changeAsset: {
    label: msg`Change trailer`,
    isMinor: true,
    consequence: <Trans>One stays behind, and the trip goes on with another one or without.</Trans>,
  },
  changeAssetAnyway: {
    label: msg`Change trailer anyway`,
    isMinor: true,
    consequence: <Trans>It drives though something should keep it. Your reason stands in the history.</Trans>,
  },
  addStop: {
    label: msg`Add a stop`,
    isMinor: true,
    consequence: <Trans>The driver sees it as soon as their phone has a network.</Trans>,
    fields: <StopFields />,
  },
  answerFor: {
    label: msg`Answer for it`,
    consequence: <Trans>It drove though something should have kept it. Your reason stands in the history.</Trans>,
  },
  complete: { label: msg`Complete` },
  reopen: {
    label: msg`Reopen`,
    isMinor: true,
    consequence: <Trans>It goes on as if it had not ended, with what it had.</Trans>,
  },
  abort: { isDangerous: true, consequence: <Trans>What it has not reached yet is not reached by it.</Trans> },
  recordEnd: {
    label: msg`Tell its end`,
    isMinor: true,
    consequence: (
      <Trans>When it came back, and what the meter showed. What was told before stays in the history.</Trans>
    ),
  },
  cancel: { isDangerous: true, consequence: <Trans>Its vehicle and its driver are free again.</Trans> },
};

/** The steps of a trip that this user may take now. */
export function TripSteps({ trip }: { trip: Trip }) {
  const fields = <AssetFields trip={trip} />;
  const said: typeof words = {
    ...words,
    changeAsset: { ...words.changeAsset, fields },
    changeAssetAnyway: { ...words.changeAssetAnyway, fields },
  };
  return (
    <Steps
      of={trips}
      flow={flow}
      record={trip}
      words={said}
      about={[trip.tripNumber, trip.vehicleName, trip.driverName].filter(Boolean).join(" · ")}
    />
  );
}
