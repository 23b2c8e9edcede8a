import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { MeterIsRight } from "./meters/meter-fields.web.tsx";
import { useChecks } from "./guards/use-checks.web.ts";
import { trips, type Trip } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";

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
    <MeterIsRight />
    <Driven.Textarea name="reason" />
  </>
);

const Reported = fieldsOf(trips.complete.body);
const ReportedFields = () => (
  <>
    <Reported.Decimal name="meterValue" label={msg`What the meter shows`} />
    <MeterIsRight />
    <Reported.Moment name="at" label={msg`When`} help={<Trans>Empty is now</Trans>} />
  </>
);

const Aborted = fieldsOf(trips.abort.body);
const Ends = fieldsOf(trips.recordEnd.body);
const EndFields = () => (
  <>
    <Ends.Moment name="at" label={msg`Came back at`} />
    <Ends.Decimal name="startMeterValue" label={msg`Meter when it left`} />
    <Ends.Decimal name="meterValue" label={msg`Meter when it came back`} />
    <MeterIsRight />
  </>
);

const Resumed = fieldsOf(trips.resume.body);

const {
  dispatchAnyway: _answersForWhatItShows,
  pause: _isAlwaysAtHand,
  changeVehicle: _asksInOneDialog,
  changeVehicleAnyway: _theSameForAVehicle,
  changeDriver: _anotherDriver,
  changeDriverAnyway: _theSameForADriver,
  changeAsset: _anotherAsset,
  changeAssetAnyway: _theSameForAnAsset,
  ...buttons
} = tripFlow.steps;
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
  start: { label: msg`Start`, fields: <ReportedFields /> },
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
  resume: {
    label: msg`It went on earlier`,
    isMinor: true,
    fields: <Resumed.Moment name="at" label={msg`When`} help={<Trans>Empty is now</Trans>} />,
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
  complete: { label: msg`Complete trip`, fields: <ReportedFields /> },
  reopen: {
    label: msg`Reopen`,
    isMinor: true,
    consequence: <Trans>It goes on as if it had not ended, with what it had.</Trans>,
  },
  abort: {
    isDangerous: true,
    consequence: <Trans>What it has not reached yet is not reached by it.</Trans>,
    fields: (
      <>
        <Aborted.Textarea name="reason" />
        <ReportedFields />
      </>
    ),
  },
  recordEnd: {
    label: msg`Record end and meters`,
    isMinor: true,
    consequence: (
      <Trans>When it came back, and what its meters showed. What was told before stays in the history.</Trans>
    ),
    fields: <EndFields />,
  },
  cancel: { isDangerous: true, consequence: <Trans>Its vehicle and its driver are free again.</Trans> },
};

/**
 * The steps of a trip that this user may take now. The first of them is one that can be done as things stand: none that its checks
 * would refuse, that waits for another trip, or for stops.
 */
export function TripSteps({ trip }: { trip: Trip }) {
  const { data, isLoading } = useChecks(trip);
  const isKept = isLoading || data?.items.some(({ isAnswered }) => !isAnswered) === true;
  const hasMore = trip.stopsOver < trip.stopCount || trip.status === "paused";
  const said: typeof words = {
    ...words,
    dispatch: { ...words.dispatch, isMinor: isKept },
    start: { ...words.start, isMinor: trip.waitsFor.length > 0 },
    complete: { ...words.complete, isMinor: hasMore },
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
