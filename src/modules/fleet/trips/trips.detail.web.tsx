import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { hasAbility } from "#shared/flow/abilities.ts";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { files } from "../../settings/files/files.contract.ts";
import { DocumentsOf } from "../documents/documents-of.web.tsx";
import { ReportList } from "../driver-phone/report-list.web.tsx";
import { ChangeMenu } from "./changes/change-menu.web.tsx";
import { CheckNotes } from "./guards/check-notes.web.tsx";
import { tripDocuments } from "./guards/check-way.web.tsx";
import { DispatchAnyway } from "./guards/dispatch-anyway.web.tsx";
import { LegList } from "./legs/leg-list.web.tsx";
import { PauseList } from "./legs/pause-list.web.tsx";
import { TripMeters } from "./meters/trip-meters.web.tsx";
import { AttachedAssets } from "./trip-assets/attached-assets.web.tsx";
import { CallDriver, PauseButtons } from "./trip-buttons.web.tsx";
import { TripConflicts } from "./trip-conflicts.web.tsx";
import { TripDeliveries } from "./trip-deliveries.web.tsx";
import { TripForm, tripLabels } from "./trip-form.web.tsx";
import { TripSteps } from "./trip-steps.web.tsx";
import { StopList } from "./trip-stops/stop-list.web.tsx";
import { TripSummary, useTripStrip } from "./trip-strip.web.tsx";
import { tripNaming, tripStatusStyles } from "./trip-words.web.tsx";
import { tripInput, tripRecord, trips, type Trip } from "./trips.contract.ts";

export function TripDetail() {
  const strip = useTripStrip();
  return (
    <DetailScreen
      of={trips}
      naming={tripNaming}
      form={TripForm}
      title={({ tripNumber }) => tripNumber}
      state={{ of: ({ status }) => status, statusStyles: tripStatusStyles }}
      summary={(trip) => <TripSummary trip={trip} />}
      strip={strip}
      rail={({ id }) => <Attachments of={files} entity="trip" id={id} can={tripRecord.files.edit} />}
    >
      {(trip) => (
        <>
          <TripSteps trip={trip} />
          <DispatchAnyway trip={trip} />
          <CallDriver trip={trip} />
          <PauseButtons trip={trip} />
          <ChangeMenu trip={trip} />
          <PlannerLink trip={trip} />
          <TripConflicts trip={trip} />
          <CheckNotes trip={trip} />
          <StopList trip={trip} />
          <TripDeliveries trip={trip} />
          <TripMeters trip={trip} />
          <LegList legs={trip.legs} />
          <PauseList pauses={trip.pauses} />
          <ReportList tripId={trip.id} />
          <Crew trip={trip} />
          <AttachedAssets attached={trip.attached} />
          <div id={tripDocuments}>
            <DocumentsOf about={{ tripId: trip.id }} />
          </div>
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
