import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { stopStatusStyles } from "../trip-words.web.tsx";
import { trips } from "../trips.contract.ts";
import { allTripStops, tripStops, type TripStop } from "./trip-stops.contract.ts";
import { tripStopFlow } from "./trip-stops.flow.ts";

type StepName = keyof typeof tripStopFlow.steps;
const said = {
  arrive: msg`Arrived`,
  complete: msg`Done`,
  fail: msg`Failed`,
  skip: msg`Skip`,
  undoArrival: msg`Undo arrival`,
  takeUp: msg`Make it after all`,
  recordVisit: msg`Correct`,
};
const Visit = fieldsOf(tripStops.recordVisit.body);
const kept = <Trans>Empty keeps what was told.</Trans>;
const fields: Partial<Record<StepName, ReactNode>> = {
  recordVisit: (
    <>
      <Visit.Select name="outcome" statusStyles={stopStatusStyles} />
      <Visit.Moment name="arrivedAt" label={msg`Arrived`} help={kept} />
      <Visit.Moment name="departedAt" label={msg`Left`} help={kept} />
      <Visit.Textarea name="reason" />
    </>
  ),
};
/** What people call the place where it is. */
export const nameOfStop = ({ locationName, name, address }: TripStop) => locationName ?? name ?? address;

/** What may be said of a stop now. */
export function StopReport({ stop }: { stop: TripStop }) {
  const words = useWords();
  const client = useQueryClient();
  const [asked, setAsked] = useState<StepName | null>(null);
  const step = useStep(allTripStops, { quiet: asked !== null });
  const run = async (name: StepName, input: Record<string, unknown> = {}) => {
    await step.mutateAsync({ route: tripStops[name], record: stop, input });
    setAsked(null);
    toastDone(words(tripStopFlow.steps[name].done));
    for (const path of [allTripStops.list.path, trips.list.path]) void client.invalidateQueries({ queryKey: [path] });
  };
  const schema = asked && inputOf(tripStops[asked]);
  return (
    <Row gap={4}>
      {(stop.steps as StepName[]).map((name) => (
        <Button key={name} {...bringsDialog} variant="subtle" size="compact-xs" onClick={() => setAsked(name)}>
          {words(said[name])}
        </Button>
      ))}
      {asked && (
        <StepDialog
          title={words(said[asked])}
          verb={words(said[asked])}
          schema={schema}
          draft={[tripStops[asked].path, stop.id]}
          fields={fields[asked]}
          isDangerous={asked === "fail"}
          isBusy={step.isPending}
          onSubmit={(given) => run(asked, given)}
          onClose={() => setAsked(null)}
        >
          {nameOfStop(stop)}
        </StepDialog>
      )}
    </Row>
  );
}
