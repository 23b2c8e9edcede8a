import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import IconPrinter from "@tabler/icons-react/dist/esm/icons/IconPrinter.mjs";
import { urlOf } from "#web/api/api.ts";
import { Action } from "#web/detail/action.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { useMay } from "#web/api/session.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { deliverySchedules } from "../../warehouse/delivery-schedules/delivery-schedules.contract.ts";
import { DocumentsOf } from "../documents/documents-of.web.tsx";
import { Chain } from "./chain/chain.web.tsx";
import { Attempts } from "./attempts.web.tsx";
import { AssignDelivery } from "./assign-delivery.web.tsx";
import { DeliverPartly } from "./deliver-partly.web.tsx";
import { fleetDeliveries, newFleetDeliveryInput, type FleetDelivery } from "./deliveries.contract.ts";
import { fleetDeliveryFlow, mostAttempts } from "./deliveries.flow.ts";
import { DeliveryForm } from "./delivery-form.web.tsx";
import { DeliveryLines } from "./delivery-lines.web.tsx";
import { DeliveryWay } from "./delivery-way.web.tsx";
import { deliveryLabels, deliveryNaming, deliveryStatusStyles } from "./delivery-words.web.tsx";
import { ShareButton } from "./link-page/share-button.web.tsx";
import { deliveryPapers } from "./papers/papers.contract.ts";
import { Proofs } from "./proofs/proofs.web.tsx";
import { RecordOutcome } from "./record-outcome.web.tsx";

const {
  assign: _tellsWhatIsTooMuch,
  assignAnyway: _asAnswer,
  deliverPartly: _asksForEachLine,
  recordOutcome: _asksWhich,
  ...buttons
} = fleetDeliveryFlow.steps;
const flow = { steps: buttons };
const words: Partial<Record<keyof typeof buttons, StepWords>> = {
  unassign: { label: msg`Take off the trip`, isMinor: true },
  deliver: { label: msg`Delivered` },
  fail: { label: msg`Failed`, consequence: <Trans>The consignee can read the reason.</Trans> },
  bringAgain: {
    label: msg`Try again on this trip`,
    isMinor: true,
    consequence: <Trans>The trip gets another stop there, and its driver sees it. Empty keeps the window.</Trans>,
  },
  startReturn: { label: msg`Comes back` },
  finishReturn: {
    label: msg`Returned`,
    confirm: <Trans>Has everything that was not delivered been returned?</Trans>,
    fields: <></>,
  },
  tryAgain: {
    label: msg`Try again`,
    consequence: <Trans>It waits for another trip; what became of this attempt stays. Empty keeps the window.</Trans>,
  },
  cancel: { isDangerous: true },
};

/** An outcome before its stop is reached, and a return of what was handed over in part, is not what comes next. */
function wordsOf({ status, arrivedAt }: FleetDelivery): typeof words {
  const isEarly = arrivedAt === null && inGroup(fleetDeliveryFlow, "underWay", status);
  return {
    ...words,
    deliver: { ...words.deliver, isPlain: isEarly },
    fail: { ...words.fail, isPlain: isEarly },
    startReturn: { ...words.startReturn, isPlain: status === "partly_delivered" },
  };
}

/** `/fleet/deliveries/details?id=…`: one delivery with what became of it. */
export function DeliveryDetail() {
  const fmt = useFormat();
  const strip = (delivery: FleetDelivery) => [
    {
      label: msg`Window`,
      value: fmt.instant(delivery.windowStart),
      sub: (
        <>
          <Trans>until {fmt.instant(delivery.windowEnd)}</Trans>
        </>
      ),
    },
    {
      label: msg`Trip`,
      value: delivery.tripId && <a href={recordHref("/fleet/trips/details", delivery.tripId)}>{delivery.tripNumber}</a>,
      sub: [delivery.vehicleName, delivery.driverName].filter(Boolean).join(", ") || null,
    },
    {
      label: msg`At the stop`,
      value: delivery.plannedArrival && fmt.instant(delivery.plannedArrival),
      sub: <AtStop delivery={delivery} />,
    },
    {
      label: msg`Outcome`,
      value: delivery.outcomeAt && fmt.instant(delivery.outcomeAt),
      sub: delivery.receivedBy ?? delivery.failureReason,
    },
    { label: msg`Attempt`, value: `${delivery.attemptNo} / ${mostAttempts}` },
    ...(delivery.deliveryScheduleId === null
      ? []
      : [{ label: msg`From the warehouse`, value: <Schedule of={delivery} /> }]),
  ];
  return (
    <DetailScreen
      of={fleetDeliveries}
      naming={deliveryNaming}
      form={DeliveryForm}
      title={({ deliveryNumber }) => deliveryNumber}
      state={{ of: ({ status }) => status, statusStyles: deliveryStatusStyles }}
      summary={(delivery) => <Summary delivery={delivery} />}
      strip={strip}
    >
      {(delivery) => (
        <>
          <PrintMenu id={delivery.id} />
          <PlanButton delivery={delivery} />
          <AssignDelivery delivery={delivery} />
          <DeliveryWay delivery={delivery} />
          <DeliverPartly delivery={delivery} />
          <Steps
            of={fleetDeliveries}
            flow={flow}
            record={delivery}
            words={wordsOf(delivery)}
            about={`${delivery.deliveryNumber} · ${delivery.consigneeName}`}
          />
          <RecordOutcome delivery={delivery} />
          <ShareButton delivery={delivery} />
          {hasAbility(delivery, "forgetConsignee") && (
            <Action
              of={fleetDeliveries.forgetConsignee}
              label={msg`Forget consignee`}
              confirm={<Trans>Forget the consignee for good?</Trans>}
              isDangerous
            >
              <Trans>
                Name, address, contacts, signatures, photos and documents go. What was brought, and when, stays.
              </Trans>
            </Action>
          )}
          {hasAbility(delivery, "planRest") && (
            <Action
              of={fleetDeliveries.planRest}
              label={msg`Plan the rest`}
              confirm={<Trans>When is the rest to be brought?</Trans>}
            >
              <Trans>A delivery of what was not handed over waits for a trip then, to the same consignee.</Trans>
            </Action>
          )}
          <Rest delivery={delivery} />
          {delivery.isOutcomeMissing && (
            <Note icon="warn">
              <Trans>Its stop is done or its trip is over, and nobody has said what became of it.</Trans>
            </Note>
          )}
          {delivery.isUnreached && (
            <Note icon="warn">
              <Trans>It was handed over, and nobody has said that its stop was reached. Say so on its trip.</Trans>
            </Note>
          )}
          {delivery.isMoreThanLoaded && (
            <Note icon="warn">
              <Trans>More of it was handed over than was loaded: one of the two is not right.</Trans>
            </Note>
          )}
          {isOutsideWindow(delivery) && (
            <Note icon="warn">
              <Trans>Its trip is planned to bring it outside of its window.</Trans>
            </Note>
          )}
          {delivery.isProofMissing && (
            <Note icon="warn">
              <Trans>It was handed over without all of its proofs. They can be added still.</Trans>
            </Note>
          )}
          {delivery.forgottenAt && (
            <Note icon="ended">
              <Trans>Since {fmt.instant(delivery.forgottenAt)} nothing is kept of the consignee.</Trans>
            </Note>
          )}
          <Chain delivery={delivery} />
          <DeliveryLines delivery={delivery} />
          <Proofs delivery={delivery} />
          <DocumentsOf about={{ deliveryId: delivery.id }} isOver={delivery.forgottenAt !== null} />
          <Attempts delivery={delivery} />
          <FieldList
            schema={newFleetDeliveryInput}
            record={delivery}
            except={["deliveryScheduleId", "windowStart", "windowEnd", "lines", "latitude", "longitude"]}
            labels={{ ...deliveryLabels, address: msg`Address`, pickupAddress: msg`Loaded at` }}
          />
        </>
      )}
    </DetailScreen>
  );
}

/** Whose rest it brings, and which delivery brings the rest of it. */
function Rest({ delivery: { restOfId, restOfNumber, restId, restNumber } }: { delivery: FleetDelivery }) {
  const to = (id: string) => recordHref("/fleet/deliveries/details", id);
  return (
    <>
      {restOfId !== null && (
        <Note icon="open">
          <Trans>
            It brings the rest of <a href={to(restOfId)}>{restOfNumber}</a>.
          </Trans>
        </Note>
      )}
      {restId !== null && (
        <Note icon="open">
          <Trans>
            What was not handed over goes with <a href={to(restId)}>{restNumber}</a>.
          </Trans>
        </Note>
      )}
    </>
  );
}

/** By how much it is late, or will be, and to whom it goes. */
function Summary({
  delivery: { consigneeName, locationName, address, externalNumber, minutesLate, isLate },
}: {
  delivery: FleetDelivery;
}) {
  const fmt = useFormat();
  const by = fmt.span(minutesLate ?? 0);
  return (
    <Row as="span" gap={8}>
      {minutesLate !== null && (
        <Chip icon={isLate ? "late" : "warn"}>
          {isLate ? <Trans>{by} late</Trans> : <Trans>will be {by} late</Trans>}
        </Chip>
      )}
      <span>{[consigneeName, locationName ?? address, externalNumber].filter(Boolean).join(", ")}</span>
    </Row>
  );
}

/** When its stop was reached, or will be as things were reported. */
function AtStop({ delivery: { arrivedAt, expectedAt, plannedArrival } }: { delivery: FleetDelivery }) {
  const fmt = useFormat();
  if (arrivedAt !== null) return <Trans>reached {fmt.instant(arrivedAt)}</Trans>;
  if (expectedAt === null || plannedArrival === null) return null;
  const isOff = Math.abs(Date.parse(expectedAt) - Date.parse(plannedArrival)) > 60_000;
  const moment = fmt.instant(expectedAt);
  return isOff ? <Trans>expected {moment}</Trans> : <Trans>as planned</Trans>;
}

/** What its trip has not brought yet and is to bring too early or too late. */
const isOutsideWindow = ({ status, plannedArrival, windowStart, windowEnd }: FleetDelivery): boolean =>
  inGroup(fleetDeliveryFlow, "underWay", status) &&
  plannedArrival !== null &&
  (plannedArrival < windowStart || plannedArrival > windowEnd);

/** The papers that go along. */
function PrintMenu({ id }: { id: string }) {
  const paper = { component: "a", target: "_blank", rel: "noreferrer" } as const;
  return (
    <HeaderSlot>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconPrinter size={15} stroke={1.7} />}>
            <Trans>Print</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item {...paper} href={urlOf(deliveryPapers.note, { id })}>
            <Trans>Delivery note</Trans>
          </Menu.Item>
          <Menu.Item {...paper} href={urlOf(deliveryPapers.waybill, { id })}>
            <Trans>Waybill (CMR)</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </HeaderSlot>
  );
}

/** The way to a trip that is composed around it, as long as it waits for one. */
function PlanButton({ delivery: { id, steps } }: { delivery: FleetDelivery }) {
  if (!steps.includes("assign")) return null;
  return (
    <HeaderSlot>
      <Button variant="default" component="a" href={`/fleet/trips/plan?deliveries=${id}`}>
        <Trans>Plan a trip</Trans>
      </Button>
    </HeaderSlot>
  );
}

function Schedule({ of: { deliveryScheduleId, scheduleNumber } }: { of: FleetDelivery }) {
  const may = useMay();
  if (deliveryScheduleId === null) return null;
  if (!may(deliverySchedules.read.can)) return scheduleNumber;
  return <a href={recordHref("/warehouse/delivery-schedules/details", deliveryScheduleId)}>{scheduleNumber}</a>;
}
