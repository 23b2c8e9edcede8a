import { useState, type ComponentProps } from "react";
import type { QueryInput } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import { useFormScope } from "#web/form/scope.ts";
import { momentOf } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { fleetAvailability, type Candidate, type FleetKind } from "../availability/availability.contract.ts";
import { useCandidateWords } from "./candidate-words.web.ts";
import { DescribedChoice, type Find } from "../availability/described-choice.web.tsx";

const mostShown = 30;

/** What a trip could have in a stretch of time: what is free and fits first, each of the others with why not. */
export const candidates = (
  kind: FleetKind,
  span: { readonly from: string; readonly until: string; readonly tripId?: string },
): Find<Candidate> => {
  const find = async (
    query: Pick<QueryInput<typeof fleetAvailability.find>, "q" | "ids" | "which">,
    signal: AbortSignal,
  ) => (await call(fleetAvailability.find, { query: { kind, ...span, ...query, limit: mostShown }, signal })).items;
  return {
    can: fleetAvailability.find.can,
    key: (q) => [fleetAvailability.find.path, kind, span, q],
    call: (q, signal) => find(q === "" ? {} : { q }, signal),
    byId: async (id, signal) => (await find({ ids: id, which: "all" }, signal))[0],
    follows: fleetAvailability.find.reads,
  };
};

interface FleetChoiceProps extends Pick<ComponentProps<typeof DescribedChoice>, "label" | "help"> {
  kind: FleetKind;
  name: "vehicleId" | "driverId";
}

/** The vehicle or the driver in the form of a trip, described for the time that the form gives it. */
export function FleetChoice({ kind, ...ofField }: FleetChoiceProps) {
  const { form } = useFormScope();
  const { zone } = useFormat();
  const about = useCandidateWords();
  const [now] = useState(() => Date.now());
  const [times, setTimes] = useState(() => form.getValues());
  for (const name of ["plannedStart", "plannedEnd"]) form.watch(name, () => setTimes(form.getValues()));
  const [from, until] = ["plannedStart", "plannedEnd"].map((name) => momentOf(String(times[name] ?? ""), zone));
  const isTimed = from !== undefined && until !== undefined && Date.parse(until) > Date.parse(from);
  const span = isTimed
    ? { from, until }
    : { from: new Date(now).toISOString(), until: new Date(now + 60_000).toISOString() };
  return (
    <DescribedChoice
      {...ofField}
      find={candidates(kind, span)}
      nameOf={({ name }) => name}
      about={(one) => (isTimed ? about(one) : (one.about ?? ""))}
    />
  );
}
