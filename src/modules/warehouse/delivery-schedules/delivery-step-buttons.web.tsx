import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { Note } from "#web/ui/note.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { longDate } from "#shared/format/days.ts";
import { locations } from "../../settings/locations/locations.contract.ts";
import { useCompleting } from "../receipts/counting/complete-fields.web.tsx";
import { deliverySchedules, type DeliverySchedule } from "./delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";
import { cityOf } from "./delivery-schedules.status.web.ts";

/** Moving and what takes a dock have dialogs of their own; asking for another time is the other party's, by link. */
const {
  move: _ownDialog,
  start: _ownDialogToo,
  changeDock: _andThis,
  dropTrailer: _andThat,
  counter: _byLinkOnly,
  ...plainSteps
} = deliveryScheduleFlow.steps;
const buttons = { ...deliveryScheduleFlow, steps: plainSteps };
// The end of unloading and leaving are one click, and are now; at another time they have a dialog (late-step.web.tsx).
const simple = {
  ...deliverySchedules,
  arrive: { ...deliverySchedules.arrive, body: deliverySchedules.arrive.body.omit({ dockId: true }) },
  unload: { ...deliverySchedules.unload, body: deliverySchedules.unload.body.omit({ at: true, note: true }) },
  depart: { ...deliverySchedules.depart, body: deliverySchedules.depart.body.omit({ at: true, note: true }) },
};
const Arrive = fieldsOf(simple.arrive.body);
const Complete = fieldsOf(deliverySchedules.complete.body);
const Refuse = fieldsOf(simple.refuse.body);

const words: Partial<Record<keyof typeof plainSteps, StepWords>> = {
  approve: { label: msg`Approve` },
  propose: { label: msg`Ask to accept`, isMinor: true },
  arrive: { label: msg`Check in` },
  unload: { label: msg`Unloaded` },
  depart: { label: msg`Truck has left` },
  complete: { label: msg`Complete delivery` },
  markNoShow: { label: msg`Mark as no-show`, isMinor: true },
  decline: { label: msg`Decline`, isDangerous: true },
  refuse: { label: msg`Refuse the truck`, isDangerous: true },
  cancel: { label: msg`Cancel delivery`, isDangerous: true },
};

/** The steps of a delivery; who has not begun to unload comes to begin, and completing stands in the menu until then. */
export function DeliverySteps({ delivery, about }: { delivery: DeliverySchedule; about: string }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const completing = useCompleting(delivery);
  const when = { label: msg`When`, help: t`${cityOf(fmt.zone)} time; empty is now` };
  const isPlanned = inGroup(deliveryScheduleFlow, "planned", delivery.status);
  const day = dayAt(delivery.plannedStart, fmt.zone);
  const said: typeof words = {
    ...words,
    arrive: {
      ...words.arrive,
      ...(isPlanned && day !== fmt.today()
        ? asksForDay(delivery.number, longDate(day, fmt.locale), fmt.time(delivery.plannedStart))
        : {}),
      fields: (
        <>
          <Arrive.Text name="driverName" autoFocus />
          <Arrive.Text name="driverPhone" />
          <Arrive.Text name="tractorPlate" />
          <Arrive.Text name="trailerNumber" />
          <Arrive.Moment name="at" {...when} />
          <Arrive.Reference
            name="locationId"
            of={locations}
            label="name"
            title={msg`At another location`}
            help={t`Where the truck stands, if that is not ${delivery.locationName}`}
          />
          <Arrive.Textarea name="note" />
        </>
      ),
    },
    complete: {
      ...words.complete,
      isMinor: delivery.steps.includes("start"),
      fields: (
        <>
          {completing.fields}
          <Complete.Moment name="at" {...when} />
        </>
      ),
    },
    refuse: {
      ...words.refuse,
      fields: (
        <>
          <Refuse.Textarea name="reason" autoFocus />
          <Refuse.Moment name="at" {...when} />
        </>
      ),
    },
  };
  return (
    <Steps of={{ ...simple, complete: completing.route }} flow={buttons} record={delivery} words={said} about={about} />
  );
}

/** A truck is checked in whenever it comes; that it is the one of another day has to be said. */
const asksForDay = (number: string, day: string, time: string): StepWords => ({
  confirm: <Trans>Is this {number}, booked for another day?</Trans>,
  consequence: (
    <Note icon="warn">
      <Trans>
        It is booked for {day}, {time}, and not for today. If this is the truck, check it in.
      </Trans>
    </Note>
  ),
});
