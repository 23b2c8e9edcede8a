import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { BodyInput } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import { debounceMs, useDebounced } from "#web/api/debounce.ts";
import { newKey } from "#web/api/new-key.ts";
import { asProblem } from "#web/api/problem.ts";
import { useDraft } from "#web/form/draft.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { recordAdded, recordChanged } from "#web/list/data/cache.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { fleetDeliveries } from "../../deliveries/deliveries.contract.ts";
import { trips } from "../trips.contract.ts";
import { mostDeliveries, tripPlanner } from "./planner.contract.ts";
import { deliveriesOf, emptyPlan, withDeliveries, type ListedDelivery, type Plan } from "./plan.web.ts";
import { bodyOf } from "./plan-of-trip.web.ts";
import { longWaits, minutesForOneMore, timed, waysOf } from "./plan-times.web.ts";
import { usePlaces } from "./use-places.web.ts";

type Body = BodyInput<typeof tripPlanner.preview>;

/** Deliveries by their ids, as they are now. */
export function useDeliveries(ids: readonly string[]) {
  return useQuery({
    queryKey: [fleetDeliveries.list.path, "planned", ids],
    queryFn: ({ signal }) =>
      call(fleetDeliveries.list, { query: { ids: ids.join(","), limit: mostDeliveries }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** What the server says of the plan as it stands: how much it carries, and what would keep it from leaving. */
function usePreview(body: Body, of: Plan["of"], isEnabled: boolean) {
  const text = JSON.stringify(body);
  const asked = useDebounced(text, debounceMs);
  const result = useQuery({
    queryKey: [tripPlanner.preview.path, of?.id ?? "new", asked],
    queryFn: ({ signal }) => {
      const plan = JSON.parse(asked) as Body; // as it was written just above
      return of
        ? call(tripPlanner.previewChange, { id: of.id, body: { ...plan, version: of.version }, signal })
        : call(tripPlanner.preview, { body: plan, signal });
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true, follows: tripPlanner.preview.reads },
  });
  const isOfThis = asked === text && !result.isPlaceholderData;
  return {
    data: isEnabled ? result.data : undefined,
    /** It is of what stands there now. */
    isCurrent: isEnabled && isOfThis && result.isSuccess,
    problem: isEnabled && asked === text && result.error ? asProblem(result.error) : null,
    retry: () => void result.refetch(),
  };
}

/**
 * A trip that is being composed, a new one or one that is there: kept in this tab until it is saved or discarded. What is
 * composed is a change of the version that it began with; one that comes later is told by the server.
 */
export function usePlan(start: Plan | null, onDiscarded: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { go } = useAddress();
  const draft = useDraft<Plan>(tripPlanner.create.path, start?.of?.id ?? null);
  const [composed, setPlan] = useState<Plan>(() => draft.kept?.values ?? start ?? emptyPlan(Date.now()));
  const [isTouched, setTouched] = useState(draft.kept !== null);
  /** Those that were put on it here, before they are read again. */
  const [seen, setSeen] = useState<ReadonlyMap<string, ListedDelivery>>(new Map());
  const places = usePlaces(composed);
  // What nobody has touched stays as it was saved.
  const plan = isTouched ? timed(composed, places) : composed;
  const ids = deliveriesOf(plan);
  const read = useDeliveries(ids);
  const known = new Map<string, ListedDelivery>([
    ...seen,
    ...(read.data?.items ?? []).map((one) => [one.id, one] as const),
  ]);
  const deliveries = ids.flatMap((id) => known.get(id) ?? []);
  const { of } = plan;
  const ways = waysOf(plan, places);
  const isEmpty = of === null && plan.stops.length === 0 && plan.vehicleId === null && plan.driverId === null;
  const body = bodyOf(plan, deliveries);
  const preview = usePreview(body, of, !isEmpty);
  const key = useRef(newKey());
  const isDone = useRef(false);

  const change = (next: Plan) => {
    save.reset();
    setPlan(next);
    setTouched(true);
    draft.keep({ version: null, values: next });
  };
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: (isDraft: boolean) =>
      of
        ? call(tripPlanner.change, { id: of.id, body: { ...body, version: of.version } })
        : call(tripPlanner.create, { body: { ...body, isDraft }, idempotencyKey: key.current }),
    onSuccess(trip, isDraft) {
      const { tripNumber } = trip;
      isDone.current = true;
      draft.forget();
      if (of) recordChanged(client, trips, trip);
      else recordAdded(client, trips, trip);
      void client.invalidateQueries({ queryKey: [fleetDeliveries.list.path] });
      const said = isDraft ? t`${tripNumber} is saved as a draft` : t`${tripNumber} is planned`;
      toastDone(of ? t`Updated successfully` : said);
      go({ path: "/fleet/trips/details", search: { id: trip.id } });
    },
    onError(error) {
      // Without an answer it may have been written: the same key again writes once. A refusal wrote nothing.
      if (asProblem(error).status !== 0) key.current = newKey();
    },
  });

  return {
    plan,
    /** How long it drives to each of its stops, and back. */
    ways,
    /** How long somebody waits at each of its stops, where that is long. */
    waits: longWaits(plan, ways.to),
    /** Where its vehicle is at home, where that is known. */
    homeId: places.home?.locationId ?? null,
    /** How long one more delivery takes. */
    minutesFor: (one: ListedDelivery) => minutesForOneMore(plan, one, places),
    deliveries: known,
    /** They did not come: the plan stands, without their names. */
    deliveriesProblem: read.error ? asProblem(read.error) : null,
    preview,
    save,
    saveProblem: save.error ? asProblem(save.error) : null,
    isRestored: draft.kept !== null && isTouched,
    isEmpty,
    isTouched,
    isUnsaved: () => isTouched && !isEmpty && !isDone.current,
    change,
    /** Puts them on the trip, at a place among its stops or at the end; `asked` says which address named them. */
    add(added: readonly ListedDelivery[], { at, asked = plan.asked }: { at?: number; asked?: string } = {}) {
      setSeen(new Map([...seen, ...added.map((one) => [one.id, one] as const)]));
      const room = mostDeliveries - ids.length;
      change(withDeliveries({ ...plan, asked }, added.slice(0, Math.max(0, room)), newKey, at));
    },
    forget: draft.forget,
    discard() {
      draft.forget();
      onDiscarded();
    },
  };
}
export type PlanEdit = ReturnType<typeof usePlan>;
