import type { ReactNode } from "react";
import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { Instant } from "#web/ui/values/values.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { fetchForm, LazyRecordDrawer } from "#web/form/lazy-drawer.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ExportButton, useExportQuery } from "#web/list/export-button.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import type { BulkSteps } from "#web/list/selection-steps.tsx";
import { assets } from "../assets/assets.contract.ts";
import { drivers } from "../drivers/drivers.contract.ts";
import { vehicles } from "../vehicles/vehicles.contract.ts";
import { useRefused } from "./refused/use-refused.web.ts";
import { TripForm, tripLabels } from "./trip-form.web.tsx";
import { tripNaming, tripStatusStyles } from "./trip-words.web.tsx";
import { trips, type TripRow } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";
import { tripStops } from "./trip-stops/trip-stops.contract.ts";

const columns = columnsOf<TripRow>((c) => [
  c.link("tripNumber", { label: msg`Trip`, width: 90 }),
  c.badge("status", tripStatusStyles, { width: 130 }),
  {
    ...c.custom("alerts", { label: msg`Alerts`, width: 140, cell: (trip) => <Alerts of={trip} /> }),
    fields: ["isLate"],
    part: "detail",
  },
  {
    ...c.date("plannedStart", { label: msg`Leaves`, width: 120 }),
    fields: ["plannedStart", "actualStart"],
    part: "figure",
    cell: (trip) => <Leaves trip={trip} />,
  },
  { ...c.date("plannedEnd", { label: msg`Planned return`, width: 120 }), fields: ["plannedEnd", "actualEnd"] },
  {
    ...c.custom("firstStopName", {
      label: msg`Way`,
      width: 190,
      grows: 2,
      cell: ({ firstStopName, lastStopName }) =>
        firstStopName === null ? <Nothing /> : `${firstStopName} → ${lastStopName ?? ""}`,
    }),
    fields: ["firstStopName", "lastStopName"],
    text: ({ firstStopName, lastStopName }) => [firstStopName, lastStopName].filter(Boolean).join(" → "),
  },
  {
    ...c.custom("stopCount", {
      label: msg`Stops`,
      width: 80,
      align: "end",
      cell: ({ stopsOver, stopCount }) => `${stopsOver} / ${stopCount}`,
    }),
    fields: ["stopsOver", "stopCount"],
  },
  c.text("vehicleName", { label: msg`Vehicle`, width: 140 }),
  c.text("driverName", { label: msg`Driver`, width: 140 }),
  c.text("assetNumbers", { label: msg`Assets`, width: 130, hidden: true }),
  { ...c.quantity("loadKg", { label: tripLabels.loadKg, hidden: true }), part: "detail" },
  c.count("loadPallets", { label: tripLabels.loadPallets, hidden: true }),
  c.choice("purpose", { hidden: true }),
  c.boolean("isLate", { label: msg`Late`, hidden: true }),
  c.date("actualStart", { label: msg`Left`, hidden: true }),
  c.date("actualEnd", { label: msg`Came back`, hidden: true }),
  c.quantity("distanceKm", { label: msg`Driven (km)`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const TripPreview = previewOf(columns);

/** What a file of the stops says: of their trip first, then of each. */
const stopColumns = [
  {
    key: "tripNumber",
    label: msg`Trip`,
    fields: ["tripNumber", "tripPlannedStart", "tripPlannedEnd", "tripActualStart", "tripActualEnd"],
  },
  { key: "number", label: msg`Stop` },
  {
    key: "stop",
    label: msg`Stop`,
    fields: [
      "kind",
      "status",
      "locationName",
      "name",
      "address",
      "plannedArrival",
      "windowStart",
      "windowEnd",
      "serviceMinutes",
      "arrivedAt",
      "completedAt",
      "departedAt",
      "outcomeReason",
      "instructions",
    ],
  },
];

/** When it leaves; on a phone, which has no column of its own for it, after what is wrong. */
function Leaves({ trip }: { trip: TripRow }) {
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && <Alerts of={trip} none={null} />} <Instant at={trip.plannedStart} />
    </>
  );
}

/** What of a trip asks for a hand. */
function Alerts({ of: trip, none = <Nothing /> }: { of: TripRow; none?: ReactNode }) {
  const isRefused = useRefused(trip);
  if (!isRefused && !trip.isLate) return none;
  return (
    <Chip icon="warn" look="bare">
      {!isRefused && <Trans>late</Trans>}
      {isRefused &&
        (inGroup(tripFlow, "running", trip.status) ? <Trans>may not drive</Trans> : <Trans>not ready</Trans>)}
    </Chip>
  );
}

const { plan, dispatch, cancel } = trips;
const bulk: BulkSteps<TripRow> = {
  routes: { plan, dispatch, cancel },
  words: {
    plan: { label: msg`Plan` },
    dispatch: {
      label: msg`Dispatch`,
      consequence: <Trans>Each goes to its driver, unless something keeps it from leaving.</Trans>,
    },
    cancel: { isDangerous: true, consequence: <Trans>Their vehicles and drivers are free again.</Trans> },
  },
  line: ({ vehicleName, driverName }) => [vehicleName, driverName].filter(Boolean).join(" · "),
};

/** The list without its button for a new one: the filled one is that of the planner here. */
const { create, ...listed } = trips;

export function TripList() {
  const { t } = useLingui();
  const may = useMay();
  const stopsAsked = useExportQuery(stopColumns);
  return (
    <ListScreen
      of={listed}
      naming={tripNaming}
      columns={columns}
      filters={[
        "status",
        "isLate",
        "hasReportsToSettle",
        "isUnanswered",
        "plannedStart",
        { name: "vehicleId", of: vehicles, field: "unitNumber", label: msg`Vehicle` },
        { name: "driverId", of: drivers, field: "lastName", label: msg`Driver` },
        { name: "assetId", of: assets, field: "assetNo", label: msg`Asset` },
        "purpose",
      ]}
      views={{
        filter: "status",
        tabs: [
          { name: "all", title: t`All` },
          { name: "draft,planned", title: t`Planned` },
          { name: "dispatched", title: t`Dispatched` },
          { name: "in_progress,paused", title: t`Ongoing` },
          { name: "completed,aborted,cancelled", title: t`Histories` },
        ],
      }}
      bulk={bulk}
      actions={
        <>
          {may(tripStops.exportCsv.can) && (
            <ExportButton route={tripStops.exportCsv} query={stopsAsked}>
              <Trans>Stops</Trans>
            </ExportButton>
          )}
          {may(create.can) && <NewTrip />}
        </>
      }
      opens="/fleet/trips/details"
    />
  );
}

const begins = ["vehicleId", "driverId"] as const;

/** The planner, where a trip is composed; and the form, for whoever knows already what it is. A new one is of what the list is narrowed to. */
function NewTrip() {
  const { search, go } = useAddress();
  const start = Object.fromEntries(
    begins.map((name) => [name, String(search[name] ?? "")]).filter(([, id]) => id !== "" && !id?.includes(",")),
  );
  const close = () => {
    const { form: _, ...rest } = search;
    go({ search: rest, replace: true });
  };
  return (
    <>
      <Button
        variant="default"
        style={{ order: 8 }}
        onClick={() => go({ search: { ...search, form: "new" } })}
        onPointerEnter={fetchForm}
        onFocus={fetchForm}
      >
        <Trans>New trip</Trans>
      </Button>
      <Button variant="filled" component="a" href="/fleet/trips/plan" style={{ order: 9 }}>
        <Trans>Plan a trip</Trans>
      </Button>
      <LazyRecordDrawer
        of={trips}
        naming={tripNaming}
        form={TripForm}
        id={null}
        isNew={search["form"] === "new"}
        start={start}
        onClose={close}
      />
    </>
  );
}
