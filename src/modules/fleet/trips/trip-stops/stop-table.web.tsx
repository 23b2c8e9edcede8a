import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { humanise } from "#shared/format/names.ts";
import { RelatedList } from "#web/detail/related-list.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
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
const nameOf = ({ locationName, name, address }: TripStop) => locationName ?? name ?? address;

const columns = columnsOf<TripStop>((c) => [
  c.custom("position", { label: msg`Stop`, width: 52, cell: ({ position }) => position + 1 }),
  c.custom("name", { label: msg`Where`, width: 170, grows: 2, cell: nameOf }),
  c.choice("kind", { width: 84 }),
  c.custom("plannedArrival", { label: msg`Planned`, width: 112, cell: (stop) => <Planned stop={stop} /> }),
  c.custom("arrivedAt", { label: msg`Actual`, width: 108, cell: (stop) => <Actual stop={stop} /> }),
  c.badge("status", stopStatusStyles, { width: 112 }),
  c.custom("steps", { label: msg`Report`, width: 172, align: "end", cell: (stop) => <Report stop={stop} /> }),
]);

/** The stops of a trip in their order, with what is planned and what came of it; whoever may reports it here. */
export function StopTable({ tripId }: { tripId: string }) {
  const { t } = useLingui();
  return (
    <RelatedList
      of={allTripStops}
      title={t`Stops`}
      columns={columns}
      where={{ tripId }}
      none={<Trans>None yet: change the trip and add where it goes.</Trans>}
    />
  );
}

function Planned({ stop: { plannedArrival, isLate } }: { stop: TripStop }) {
  const fmt = useFormat();
  return (
    <Text shape="figures" {...(isLate ? { tone: "urgent" } : {})}>
      {fmt.instant(plannedArrival)}
    </Text>
  );
}

function Actual({ stop: { arrivedAt, departedAt, outcomeReason } }: { stop: TripStop }) {
  const fmt = useFormat();
  if (arrivedAt === null) return outcomeReason ?? <Nothing />;
  return (
    <Text shape="figures" title={outcomeReason ?? undefined}>
      {fmt.time(arrivedAt)}
      {departedAt && ` – ${fmt.time(departedAt)}`}
    </Text>
  );
}

/** What may be said of a stop now. */
function Report({ stop }: { stop: TripStop }) {
  const words = useWords();
  const client = useQueryClient();
  const [asked, setAsked] = useState<StepName | null>(null);
  const step = useStep(allTripStops, { quiet: asked !== null });
  const run = async (name: StepName, input: Record<string, unknown> = {}) => {
    await step.mutateAsync({ route: tripStops[name], record: stop, input });
    setAsked(null);
    toastDone(humanise(tripStopFlow.steps[name].done));
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
          fields={fields[asked]}
          isDangerous={asked === "fail"}
          isBusy={step.isPending}
          onSubmit={(given) => run(asked, given)}
          onClose={() => setAsked(null)}
        >
          {nameOf(stop)}
        </StepDialog>
      )}
    </Row>
  );
}
