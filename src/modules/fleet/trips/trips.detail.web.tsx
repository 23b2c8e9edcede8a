import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { hasAbility } from "#shared/flow/abilities.ts";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { files } from "../../settings/files/files.contract.ts";
import { LegList } from "./legs/leg-list.web.tsx";
import { PauseList } from "./legs/pause-list.web.tsx";
import { AttachedAssets } from "./trip-assets/attached-assets.web.tsx";
import { DispatchAnyway } from "./guards/dispatch-anyway.web.tsx";
import type { TripNote } from "./guards/trip-check.contract.ts";
import { useChecks } from "./guards/use-checks.web.ts";
import { TripSteps } from "./trip-steps.web.tsx";
import { DocumentsOf } from "../documents/documents-of.web.tsx";
import { ReportList } from "../driver-phone/report-list.web.tsx";
import { StopTable } from "./trip-stops/stop-table.web.tsx";
import { TripDeliveries } from "./trip-deliveries.web.tsx";
import { TripForm, tripLabels } from "./trip-form.web.tsx";
import { CheckWords, tripNaming, tripStatusStyles } from "./trip-words.web.tsx";
import { tripInput, tripRecord, trips, type Trip } from "./trips.contract.ts";

export function TripDetail() {
  const fmt = useFormat();
  const strip = (trip: Trip) => [
    {
      label: msg`Planned`,
      value: fmt.instant(trip.plannedStart),
      sub: (
        <>
          <Trans>until {fmt.instant(trip.plannedEnd)}</Trans> {trip.isLate && <Trans>(late)</Trans>}
        </>
      ),
    },
    {
      label: msg`Actual`,
      value: trip.actualStart && fmt.instant(trip.actualStart),
      sub:
        trip.actualEnd === null ? (
          trip.actualStart && <Trans>on its way</Trans>
        ) : (
          <Trans>until {fmt.instant(trip.actualEnd)}</Trans>
        ),
    },
    {
      label: msg`Vehicle`,
      value: trip.vehicleId && <a href={recordHref("/fleet/vehicles/details", trip.vehicleId)}>{trip.vehicleName}</a>,
      sub: trip.attached
        .filter(({ reason }) => reason === null)
        .map(({ assetNo }) => assetNo)
        .join(" + "),
    },
    {
      label: msg`Driver`,
      value: trip.driverId && <a href={recordHref("/fleet/drivers/details", trip.driverId)}>{trip.driverName}</a>,
      sub: trip.driverPhone,
    },
    {
      label: msg`Stops`,
      value: `${trip.stopsOver} / ${trip.stopCount}`,
      sub: trip.people.length > 0 && <Plural value={trip.people.length + 1} one="# person" other="# people" />,
    },
    {
      label: msg`Load`,
      value: trip.loadKg && `${fmt.quantity(trip.loadKg)} kg`,
      sub: trip.loadPallets !== null && <Plural value={trip.loadPallets} one="# pallet" other="# pallets" />,
    },
  ];
  return (
    <DetailScreen
      of={trips}
      naming={tripNaming}
      form={TripForm}
      title={({ tripNumber }) => tripNumber}
      state={{ of: ({ status }) => status, statusStyles: tripStatusStyles }}
      summary={({ firstStopName, lastStopName }) => [firstStopName, lastStopName].filter(Boolean).join(" → ")}
      strip={strip}
      rail={({ id }) => <Attachments of={files} entity="trip" id={id} can={tripRecord.files.edit} />}
    >
      {(trip) => (
        <>
          <TripSteps trip={trip} />
          <DispatchAnyway trip={trip} />
          <PlannerLink trip={trip} />
          <Delays trip={trip} />
          <Unanswered trip={trip} />
          <Checks trip={trip} />
          <StopTable tripId={trip.id} />
          <TripDeliveries trip={trip} />
          <LegList legs={trip.legs} />
          <PauseList pauses={trip.pauses} />
          <ReportList tripId={trip.id} />
          <Crew trip={trip} />
          <AttachedAssets attached={trip.attached} />
          <DocumentsOf about={{ tripId: trip.id }} />
          <FieldList
            schema={tripInput}
            record={trip}
            except={["vehicleId", "driverId", "plannedStart", "plannedEnd", "stops", "crew", "assets"]}
            labels={tripLabels}
          />
        </>
      )}
    </DetailScreen>
  );
}

/** The way to where its stops and deliveries are put in order, as long as it can be changed. */
function PlannerLink({ trip }: { trip: Trip }) {
  if (!hasAbility(trip, "edit")) return null;
  return (
    <HeaderSlot>
      <Button variant="default" component="a" href={recordHref("/fleet/trips/plan", trip.id)}>
        <Trans>Open in the planner</Trans>
      </Button>
    </HeaderSlot>
  );
}

/** Whom it keeps waiting, since it is not back as planned. */
function Delays({ trip: { delays } }: { trip: Trip }) {
  const fmt = useFormat();
  if (delays.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>Others wait for what this trip still has</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {delays.map(({ id, tripNumber, plannedStart }) => (
          <li key={id}>
            <a href={recordHref("/fleet/trips/details", id)}>{tripNumber}</a> {fmt.instant(plannedStart)}
          </li>
        ))}
      </Stack>
    </Note>
  );
}

/** What drives, or drove, though something should have kept it: until somebody with the right to has answered for it. */
function Unanswered({ trip: { legs, isUnanswered } }: { trip: Trip }) {
  const remarks = legs.flatMap((leg) => leg.remarks.filter(({ isOpen }) => isOpen));
  if (!isUnanswered || remarks.length === 0) return null;
  return (
    <Note icon="bad">
      <b>
        <Trans>It drove though this should have kept it, and nobody has answered for it yet</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {remarks.map((remark, at) => (
          <li key={at}>
            <CheckWords check={remark} />
          </li>
        ))}
      </Stack>
      <Text as="p" size="small">
        <Trans>Whoever may let a trip leave anyway answers for it with “Answer for it”, and says why.</Trans>
      </Text>
    </Note>
  );
}

/** What would keep it from being dispatched, while that can be mended. */
function Checks({ trip }: { trip: Trip }) {
  const { data: { items = [], notes = [] } = {} } = useChecks(trip);
  return (
    <>
      {items.length > 0 && (
        <Note icon="bad">
          <b>
            <Trans>Would not be dispatched as it is now</Trans>
          </b>
          <Stack as="ul" gap={2}>
            {items.map((check, at) => (
              <li key={at}>
                <CheckWords check={check} />
              </li>
            ))}
          </Stack>
        </Note>
      )}
      <OutsideWindows notes={notes} />
    </>
  );
}

/** What the trip would bring too early or too late; it may leave with it all the same. */
function OutsideWindows({ notes }: { notes: readonly TripNote[] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (notes.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>Deliveries outside of their windows</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {notes.map(({ code, deliveryId, deliveryNumber, plannedArrival, windowStart, windowEnd }) => {
          const [planned, from, until] = [plannedArrival, windowStart, windowEnd].map((at) => fmt.instant(at));
          return (
            <li key={deliveryId}>
              <a href={recordHref("/fleet/deliveries/details", deliveryId)}>{deliveryNumber}</a>{" "}
              {code === "too_early"
                ? t`too early: planned for ${planned}, wanted from ${from} to ${until}`
                : t`too late: planned for ${planned}, wanted from ${from} to ${until}`}
            </li>
          );
        })}
      </Stack>
    </Note>
  );
}

function Crew({ trip: { people } }: { trip: Trip }) {
  const { t } = useLingui();
  if (people.length === 0) return null;
  const roles = { co_driver: t`relieves the driver`, helper: t`helps` };
  return (
    <Stack as="section" gap={6}>
      <h2>
        <Trans>Who else is on it</Trans>
      </h2>
      <ul>
        {people.map(({ driverId, driverName, role }) => (
          <li key={driverId}>
            {driverName}, {roles[role]}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
