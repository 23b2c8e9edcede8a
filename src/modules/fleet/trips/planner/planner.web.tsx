import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plural, Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { RecordMissing } from "#web/detail/detail-states.tsx";
import { LeaveGuard } from "#web/form/leave-guard.tsx";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { useRecord } from "#web/list/data/use-record.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { HeadActions, Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { fleetDeliveries } from "../../deliveries/deliveries.contract.ts";
import { tripNaming } from "../trip-words.web.tsx";
import { trips, type Trip } from "../trips.contract.ts";
import { deliveriesOf, withStopMoved, type ListedDelivery, type Plan } from "./plan.web.ts";
import { planOf } from "./plan-of-trip.web.ts";
import { PlanResources } from "./plan-resources.web.tsx";
import { mostDeliveries } from "./planner.contract.ts";
import { StopList } from "./stops/stop-list.web.tsx";
import { useDrag } from "./use-drag.web.ts";
import { useDeliveries, usePlan, type PlanEdit } from "./use-plan.web.ts";
import { WaitingList } from "./waiting/waiting-list.web.tsx";
import styles from "./planner.module.css";

/** `/fleet/trips/plan`: one trip composed of deliveries that wait, stops, and who and what drives them; with `?id=` one that is there. */
export function TripPlanner() {
  const { search } = useAddress();
  const [round, setRound] = useState(0);
  const id = typeof search["id"] === "string" ? search["id"] : null;
  const again = () => setRound(round + 1);
  return id === null ? (
    <Planner key={round} trip={null} start={null} isAnew={round > 0} onDiscarded={again} />
  ) : (
    <PlannedTrip key={`${id} ${round}`} id={id} onDiscarded={again} />
  );
}

interface PlannedTripProps {
  id: string;
  onDiscarded: () => void;
}

/** A trip that has not left, as it is planned. */
function PlannedTrip({ id, onDiscarded }: PlannedTripProps) {
  const { record, isPlaceholder, problem, retry } = useRecord(trips, id);
  const brought = useQuery({
    queryKey: [fleetDeliveries.list.path, "brought", id],
    queryFn: ({ signal }) => call(fleetDeliveries.list, { query: { tripId: id, limit: mostDeliveries }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  });
  useCrumb(record?.tripNumber);
  if (problem) return <RecordMissing naming={tripNaming} problem={problem} onRetry={retry} />;
  if (brought.error)
    return (
      <Failed
        isPage
        title={<Trans>The deliveries did not load</Trans>}
        problem={asProblem(brought.error)}
        onRetry={() => void brought.refetch()}
      />
    );
  if (!record || isPlaceholder || !brought.data) return <DetailSkeleton />;
  if (!hasAbility(record, "edit") || brought.data.nextCursor !== null)
    return (
      <EmptyState
        isPage
        drawing="ended"
        title={<Trans>This trip cannot be planned here</Trans>}
        actions={
          <Button component="a" href={recordHref("/fleet/trips/details", id)}>
            <Trans>Open {record.tripNumber}</Trans>
          </Button>
        }
      >
        <Trans>It has left, is over, or brings more than {mostDeliveries} deliveries.</Trans>
      </EmptyState>
    );
  return <Planner trip={record} start={planOf(record, brought.data.items)} onDiscarded={onDiscarded} />;
}

interface PlannerProps {
  trip: Trip | null;
  start: Plan | null;
  /** What was composed before was discarded, with what the address had named. */
  isAnew?: boolean;
  onDiscarded: () => void;
}

function Planner({ trip, start, isAnew = false, onDiscarded }: PlannerProps) {
  const edit = usePlan(start, onDiscarded);
  const { plan, change, add } = edit;
  useWanted(edit, isAnew);
  const drag = useDrag((what, at) => {
    if (what.kind === "deliveries") return add(what.deliveries, { at });
    const from = plan.stops.findIndex(({ key }) => key === what.key);
    const next = withStopMoved(plan, what.key, at > from ? at - 1 : at);
    if (next !== plan) change(next);
  });
  const problem = edit.saveProblem ?? edit.preview.problem;
  const errors = problem?.fields ?? {};
  return (
    <Screen>
      <Head edit={edit} tripNumber={trip?.tripNumber} />
      <Notes edit={edit} />
      <div className={styles["parts"]}>
        <WaitingList edit={edit} drag={drag} onAdd={(deliveries) => add(deliveries)} />
        <StopList edit={edit} drag={drag} errors={errors} />
        <PlanResources edit={edit} errors={errors} />
      </div>
      <LeaveGuard count={Math.max(1, plan.stops.length)} isUnsaved={edit.isUnsaved} onDiscard={edit.forget} />
    </Screen>
  );
}

/** Puts those on the trip that the address names, as a link from a delivery does; once. */
function useWanted({ plan, add }: PlanEdit, isAnew: boolean): void {
  const { search } = useAddress();
  const text = typeof search["deliveries"] === "string" && !isAnew ? search["deliveries"] : "";
  const { data } = useDeliveries(text === "" ? [] : text.split(",").slice(0, mostDeliveries));
  useEffect(() => {
    if (text === "" || !data || plan.asked === text) return;
    const isWanted = ({ id, status }: ListedDelivery) => text.includes(id) && status === "unassigned";
    add(data.items.filter(isWanted), { asked: text });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address, when the answer is there
  }, [text, data]);
}

interface HeadProps {
  edit: PlanEdit;
  /** Of one that is there. */
  tripNumber: string | undefined;
}

function Head({ edit: { plan, waits, save, isEmpty, isTouched, discard }, tripNumber }: HeadProps) {
  const stops = plan.stops.length;
  const deliveries = deliveriesOf(plan).length;
  const waited = waits.reduce((sum, minutes) => sum + minutes, 0);
  const span = useFormat().span(waited);
  const isSaving = (isDraft: boolean) => save.isPending && save.variables === isDraft;
  return (
    <ScreenHead>
      <h1>{tripNumber === undefined ? <Trans>Plan a trip</Trans> : <Trans>Plan {tripNumber}</Trans>}</h1>
      <Text tone="dim">
        <Plural value={stops} one="# stop" other="# stops" />,{" "}
        <Plural value={deliveries} one="# delivery" other="# deliveries" />
      </Text>
      {waited > 0 && (
        <Chip icon="warn" look="bare">
          <Trans>waits {span}</Trans>
        </Chip>
      )}
      <HeadActions>
        {isTouched && !isEmpty && (
          <Button variant="subtle" color="gray" disabled={save.isPending} onClick={discard}>
            <Trans>Begin anew</Trans>
          </Button>
        )}
        {plan.of === null && (
          <Button
            variant="default"
            loading={isSaving(true)}
            disabled={isEmpty || isSaving(false)}
            onClick={() => save.mutate(true)}
          >
            <Trans>Save as a draft</Trans>
          </Button>
        )}
        <Button loading={isSaving(false)} disabled={isEmpty || isSaving(true)} onClick={() => save.mutate(false)}>
          {plan.of === null ? <Trans>Plan the trip</Trans> : <Trans>Save the plan</Trans>}
        </Button>
      </HeadActions>
    </ScreenHead>
  );
}

/** What was refused, beside what the parts of the screen say themselves. */
function Notes({ edit: { isRestored, isEmpty, saveProblem, preview, deliveriesProblem } }: { edit: PlanEdit }) {
  const problem = saveProblem ?? preview.problem ?? deliveriesProblem;
  const isKept = isRestored && !isEmpty && !problem;
  if ((!problem || problem.isSilent) && !isKept) return null;
  const others = Object.entries(problem?.fields ?? {}).filter(([path]) => !isShown(path));
  const isSaid = Object.keys(problem?.fields ?? {}).length > 0 && others.length === 0;
  return (
    <div className={styles["notes"]}>
      {problem ? (
        <Note
          icon={problem.status === 409 ? "warn" : "bad"}
          isUrgent={saveProblem !== null}
          actions={
            saveProblem === null && (
              <Button variant="default" size="compact-sm" onClick={preview.retry}>
                <Trans>Try again</Trans>
              </Button>
            )
          }
        >
          {isSaid ? <Trans>Something of it cannot be so yet. It is said where it stands.</Trans> : problem.message}{" "}
          {problem.status === 0 && <Trans>Your edit is kept.</Trans>}
          {others.map(([path, sentence]) => (
            <div key={path}>{sentence}</div>
          ))}
        </Note>
      ) : (
        <Note icon="wait">
          <Trans>What you typed before is back. It is not saved yet.</Trans>
        </Note>
      )}
    </div>
  );
}

const shownFields = ["stops", "plannedEnd", "vehicleId", "driverId", "crew.0.driverId", "assets"];
/** Whether a part of the screen says itself what is refused of this field. */
const isShown = (path: string) => path.startsWith("stops.") || shownFields.includes(path);
