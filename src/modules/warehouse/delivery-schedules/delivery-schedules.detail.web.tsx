import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Note } from "#web/ui/note.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { Code } from "#web/ui/values/values.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { hasAbility } from "#shared/flow/abilities.ts";
import { deliveryScheduleInput, deliverySchedules, type DeliverySchedule } from "./delivery-schedules.contract.ts";
import { DeliveryLines } from "./delivery-lines.web.tsx";
import { DeliveryReceipts } from "./delivery-receipts.web.tsx";
import { OwnFleet } from "./own-fleet.web.tsx";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";
import { cityOf, deliveryStatusStyles, deliveryNaming } from "./delivery-schedules.status.web.ts";
import { MoveDialog } from "./board/move-dialog.web.tsx";
import { DeliverySteps } from "./delivery-step-buttons.web.tsx";
import { DeliveryForm } from "./delivery-form.web.tsx";
import { CorrectTimes } from "./floor/correct-times.web.tsx";
import { HeldCarrier, Mark } from "./floor/marks.web.tsx";
import { DockButtons, DockDialog, DroppedTrailer } from "./floor/dock-dialog.web.tsx";
import { LateStep } from "./floor/late-step.web.tsx";
import { RealTimes } from "./real-times.web.tsx";
import { UndoStep } from "./undo/undo.web.tsx";

/** The form changes a delivery and never books one. */
const { create: _books, ...changing } = deliverySchedules;
/** Which truck a dialog is about. */
const aboutOf = ({ number, vendorName, carrierName, tractorPlate }: DeliverySchedule) =>
  [number, vendorName, carrierName, tractorPlate].filter(Boolean).join(" · ");

export function DeliveryScheduleDetail() {
  return (
    <DetailScreen
      of={changing}
      naming={deliveryNaming}
      form={DeliveryForm}
      title={(delivery) => delivery.number}
      state={{ of: (delivery) => delivery.status, statusStyles: deliveryStatusStyles }}
      summary={(delivery) => (
        <SiteZone value={delivery.locationTimezone}>
          <Summary delivery={delivery} />
        </SiteZone>
      )}
      strip={(delivery) => [
        {
          label: msg`Planned`,
          value: (
            <SiteZone value={delivery.locationTimezone}>
              <Start delivery={delivery} />
            </SiteZone>
          ),
          sub: (
            <SiteZone value={delivery.locationTimezone}>
              <Until delivery={delivery} />
            </SiteZone>
          ),
        },
        { label: msg`Dock`, value: delivery.dockCode, sub: delivery.locationName },
        {
          label: msg`Vendor`,
          value: delivery.vendorId && (
            <a href={recordHref("/warehouse/vendors/details", delivery.vendorId)}>{delivery.vendorName}</a>
          ),
        },
        {
          label: msg`Carrier`,
          value: delivery.carrierId ? (
            <a href={recordHref("/warehouse/carriers/details", delivery.carrierId)}>{delivery.carrierName}</a>
          ) : (
            delivery.carrierName
          ),
          sub: delivery.carrierEmail,
        },
        {
          label: msg`Truck`,
          value: delivery.tractorPlate && <Code>{delivery.tractorPlate}</Code>,
          sub: delivery.driverName,
        },
        {
          label: msg`Load`,
          value: delivery.expectedPallets !== null && <Trans>{delivery.expectedPallets} pallets</Trans>,
          sub: <Plural value={delivery.lines.length} one="# line" other="# lines" />,
        },
      ]}
    >
      {(delivery) => (
        <SiteZone value={delivery.locationTimezone}>
          <DeliverySteps delivery={delivery} about={aboutOf(delivery)} />
          <OwnSteps delivery={delivery} />
          <Why delivery={delivery} />
          <DroppedTrailer delivery={delivery} />
          <RealTimes delivery={delivery} />
          <Row>
            <UndoStep delivery={delivery} about={aboutOf(delivery)} />
            <DockButtons delivery={delivery} />
            <LateStep delivery={delivery} about={aboutOf(delivery)} />
            <CorrectTimes delivery={delivery} />
          </Row>
          <DeliveryLines delivery={delivery} />
          <DeliveryReceipts delivery={delivery} />
          <OwnFleet delivery={delivery} />
          <FieldList
            schema={deliveryScheduleInput}
            record={delivery}
            except={[
              "vendorId",
              "carrierId",
              "carrierName",
              "carrierEmail",
              "tractorPlate",
              "expectedPallets",
              "lines",
            ]}
            labels={{
              bolNumber: msg`Bill of lading`,
              notesPublic: msg`Note for vendor and carrier`,
              notesInternal: msg`For your team only`,
            }}
          />
        </SiteZone>
      )}
    </DetailScreen>
  );
}

function Start({ delivery }: { delivery: DeliverySchedule }) {
  return <Text shape="figures">{useFormat().instant(delivery.plannedStart)}</Text>;
}

function Until({ delivery }: { delivery: DeliverySchedule }) {
  const fmt = useFormat();
  return (
    <Trans>
      to {fmt.time(delivery.plannedEnd)} {cityOf(delivery.locationTimezone)}
    </Trans>
  );
}

function Summary({ delivery }: { delivery: DeliverySchedule }) {
  const fmt = useFormat();
  const party = {
    none: null,
    warehouse: <Trans>waits for the dock office</Trans>,
    vendor: <Trans>waits for the vendor</Trans>,
    carrier: <Trans>waits for the carrier</Trans>,
  }[delivery.awaitingParty];
  if (party && inGroup(deliveryScheduleFlow, "tentative", delivery.status))
    return (
      <>
        {party}
        {delivery.holdExpiresAt && (
          <>
            , <Trans>kept until {fmt.instant(delivery.holdExpiresAt)}</Trans>
          </>
        )}
      </>
    );
  if (delivery.rescheduleCount > 0) return <Trans>first planned {fmt.instant(delivery.originalPlannedStart)}</Trans>;
  return null;
}

/** What asks for a hand, moving, starting at a door, and going on to the count. */
function OwnSteps({ delivery }: { delivery: DeliverySchedule }) {
  const [isMoving, setMoving] = useState(false);
  const [isStarting, setStarting] = useState(false);
  return (
    <>
      <Mark delivery={delivery} onMove={() => setMoving(true)} />
      <HeldCarrier delivery={delivery} />
      <HeaderSlot>
        {delivery.steps.includes("start") && (
          <Button style={{ order: 10 }} onClick={() => setStarting(true)}>
            <Trans>Start unloading</Trans>
          </Button>
        )}
        {delivery.steps.includes("move") && (
          <Button variant="default" onClick={() => setMoving(true)}>
            <Trans>Move</Trans>
          </Button>
        )}
        {hasAbility(delivery, "receive") && (
          <Button variant="default" component="a" href={`/warehouse/receiving?deliveryId=${delivery.id}`}>
            <Trans>Receive</Trans>
          </Button>
        )}
        {isStarting && <DockDialog kind="start" delivery={delivery} onClose={() => setStarting(false)} />}
        {isMoving && (
          <MoveDialog
            delivery={delivery}
            locationId={delivery.locationId}
            zone={delivery.locationTimezone}
            onClose={() => setMoving(false)}
          />
        )}
      </HeaderSlot>
    </>
  );
}

/** A sentence for a delivery that fell through. */
function Why({ delivery }: { delivery: DeliverySchedule }) {
  if (delivery.status === "cancelled")
    return (
      <Note icon="ended">
        <b>
          <Trans>Cancelled.</Trans>
        </b>{" "}
        {delivery.cancelReason}
      </Note>
    );
  if (delivery.status === "declined")
    return (
      <Note icon="bad">
        <b>
          <Trans>Declined.</Trans>
        </b>{" "}
        {delivery.declineReason}
      </Note>
    );
  if (delivery.status === "refused")
    return (
      <Note icon="bad">
        <b>
          <Trans>Refused.</Trans>
        </b>{" "}
        {delivery.refusedReason}
      </Note>
    );
  if (delivery.nothingReceivedReason !== null)
    return (
      <Note icon="ended">
        <b>
          <Trans>Completed without a receipt for each line.</Trans>
        </b>{" "}
        {delivery.nothingReceivedReason}
      </Note>
    );
  if (delivery.status === "expired")
    return (
      <Note icon="ended">
        <Trans>Nobody answered in time, so the dock was given back.</Trans>
      </Note>
    );
  return null;
}
