import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { newKey } from "#web/api/new-key.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { locations } from "../../../../settings/locations/locations.contract.ts";
import { tripStopInput } from "../../trip-stops/trip-stops.contract.ts";
import { PlanDialog } from "../plan-dialog.web.tsx";
import { tripPlanner } from "../planner.contract.ts";
import { stopAt, withStop, withStopChanged, type Plan, type PlanStop } from "../plan.web.ts";

/** What is said of the visit, wherever it is. */
const visit = tripStopInput.pick({ serviceMinutes: true, windowStart: true, windowEnd: true, instructions: true });
const stop = tripStopInput.pick({
  kind: true,
  locationId: true,
  name: true,
  address: true,
  serviceMinutes: true,
  windowStart: true,
  windowEnd: true,
  instructions: true,
});
const Visit = fieldsOf(visit);
const Stop = fieldsOf(stop);

const VisitFields = () => (
  <>
    <Visit.Number name="serviceMinutes" label={msg`Stays`} unit="min" />
    <Visit.Moment name="windowStart" label={msg`Not before`} />
    <Visit.Moment name="windowEnd" label={msg`Not after`} />
    <Visit.Text name="instructions" />
  </>
);

const StopFields = () => (
  <>
    <Stop.Reference name="locationId" of={locations} label="name" title={msg`Own location`} autoFocus />
    <Stop.Text name="name" label={msg`Or whom it is for`} />
    <Stop.Text name="address" />
    <Stop.Select name="kind" />
    <VisitFields />
  </>
);

interface StopDialogProps {
  plan: Plan;
  /** The one that is changed; null adds one. */
  of: PlanStop | null;
  /** The one that is added is where the trip is loaded, before all others. */
  isLoading?: boolean;
  /** Where that most likely is; null: nobody knows. */
  siteId?: string | null;
  onChange: (plan: Plan) => void;
  onClose: () => void;
}

/** Asks where a stop is and when it is awaited there; one that a delivery needs stays where it is. */
export function StopDialog({ plan, of, isLoading = false, siteId = null, onChange, onClose }: StopDialogProps) {
  const { t } = useLingui();
  const asked = {
    record: of ?? (isLoading ? { kind: "pickup", locationId: siteId } : null),
    draft: [tripPlanner.create.path, `stop ${of?.key ?? (isLoading ? "first" : "last")} ${plan.of?.id ?? "new"}`],
    onClose,
  } as const;
  if (of && of.loads.length + of.brings.length > 0)
    return (
      <PlanDialog
        {...asked}
        title={<Trans>Change the stop</Trans>}
        schema={visit}
        fields={<VisitFields />}
        onTake={(input) => onChange(withStopChanged(plan, of.key, input))}
      />
    );
  const { plannedStart, stops } = plan;
  return (
    <PlanDialog
      {...asked}
      title={
        of ? <Trans>Change the stop</Trans> : isLoading ? <Trans>Where it is loaded</Trans> : <Trans>Add a stop</Trans>
      }
      schema={stop}
      fields={<StopFields />}
      refuse={({ locationId, name, address }) =>
        locationId === null && name === null && address === null
          ? { locationId: t`Choose a location, or say whom it is for or where it is.` }
          : null
      }
      onTake={({ kind, locationId, name, address, ...input }) => {
        const place = { kind, locationId, name, address, latitude: null, longitude: null };
        const arrival = stops.at(-1)?.plannedArrival ?? plannedStart;
        onChange(
          of
            ? withStopChanged(plan, of.key, { ...place, ...input })
            : withStop(plan, stopAt(place, newKey(), arrival, input), isLoading ? 0 : undefined),
        );
      }}
    />
  );
}
