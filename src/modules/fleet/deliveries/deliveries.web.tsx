import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState, type ReactNode } from "react";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ExportButton } from "#web/list/export-button.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { useMay, useUser } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import type { BulkSteps } from "#web/list/selection-steps.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { Instant } from "#web/ui/values/values.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { trips } from "../trips/trips.contract.ts";
import { TripChoice } from "./trip-choice.web.tsx";
import { fleetDeliveries, type FleetDelivery } from "./deliveries.contract.ts";
import { fleetDeliveryLines } from "./import/delivery-lines.contract.ts";
import { DeliveryForm } from "./delivery-form.web.tsx";
import { deliveryNaming, deliveryStatusStyles } from "./delivery-words.web.tsx";

const columns = columnsOf<FleetDelivery>((c) => [
  c.link("deliveryNumber", { label: msg`Fleet delivery`, width: 110 }),
  c.badge("status", deliveryStatusStyles, { width: 150 }),
  c.text("consigneeName", { label: msg`Consignee` }),
  {
    ...c.custom("locationName", {
      label: msg`Where to`,
      width: 160,
      grows: 2,
      cell: ({ locationName, address }) => locationName ?? address ?? <Nothing />,
    }),
    fields: ["locationName", "address"],
    text: ({ locationName, address }) => locationName ?? address,
  },
  {
    ...c.date("windowStart", { label: msg`Not before`, width: 120 }),
    part: "figure",
    cell: (delivery) => <NotBefore delivery={delivery} />,
  },
  c.date("windowEnd", { label: msg`Not after`, width: 120 }),
  {
    ...c.custom("isLate", { label: msg`Alerts`, width: 140, cell: (delivery) => <Alerts of={delivery} /> }),
    fields: ["isLate", "isProofMissing", "isOutcomeMissing"],
    part: "detail",
  },
  c.text("tripNumber", { label: msg`Trip`, width: 90 }),
  c.text("vehicleName", { label: msg`Vehicle`, width: 140, hidden: true }),
  c.text("driverName", { label: msg`Driver`, width: 120 }),
  c.count("attemptNo", { label: msg`Attempt`, width: 80, hidden: true }),
  c.count("lineCount", { label: msg`Lines`, width: 70, hidden: true }),
  { ...c.quantity("weightKg", { label: msg`Weight, kg`, hidden: true }), part: "detail" },
  c.code("externalNumber", { hidden: true }),
  c.text("scheduleNumber", { label: msg`Delivery of the warehouse`, hidden: true }),
  c.text("contactPhone", { label: msg`Their phone`, hidden: true }),
  c.date("outcomeAt", { label: msg`Outcome`, hidden: true }),
  c.text("failureReason", { label: msg`Why it failed`, hidden: true }),
  c.text("receivedBy", { label: msg`Received by`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const DeliveryPreview = previewOf(columns);

const { assign, unassign, tryAgain, cancel } = fleetDeliveries;
const bulk: BulkSteps<FleetDelivery> = {
  routes: { assign, unassign, tryAgain, cancel },
  words: {
    assign: {
      label: msg`Put on a trip`,
      consequence: <Trans>One trip for all of them, which gets the stops that it lacks.</Trans>,
      fields: <TripChoice />,
    },
    unassign: { label: msg`Take off the trip` },
    tryAgain: {
      label: msg`Try again`,
      consequence: <Trans>Each waits for another trip. Empty keeps its window.</Trans>,
    },
    cancel: { isDangerous: true },
  },
  line: ({ consigneeName, locationName, address }) =>
    [consigneeName, locationName ?? address].filter(Boolean).join(", "),
};

/** When it may be brought from; on a phone, which has no column of its own for it, after what asks for a hand. */
function NotBefore({ delivery }: { delivery: FleetDelivery }) {
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && <Alerts of={delivery} none={null} />} <Instant at={delivery.windowStart} />
    </>
  );
}

interface AlertsProps {
  of: FleetDelivery;
  /** In its place where nothing does. */
  none?: ReactNode;
}

/** What of a delivery asks for a hand. */
function Alerts({ of: { isLate, isProofMissing, isOutcomeMissing }, none = <Nothing /> }: AlertsProps) {
  if (isOutcomeMissing)
    return (
      <Chip icon="warn" look="bare">
        <Trans>outcome not told</Trans>
      </Chip>
    );
  if (isProofMissing)
    return (
      <Chip icon="warn" look="bare">
        <Trans>proof is missing</Trans>
      </Chip>
    );
  if (!isLate) return none;
  return (
    <Chip icon="warn" look="bare">
      <Trans>late</Trans>
    </Chip>
  );
}

/** The way to a trip that is composed around those of the selected rows that wait for one. */
function PlanButton({ selected }: { selected: readonly FleetDelivery[] }) {
  const ids = selected.filter(({ steps }) => steps.includes("assign")).map(({ id }) => id);
  const count = ids.length;
  const path = "/fleet/trips/plan";
  return (
    <Button variant="default" component="a" href={count > 0 ? `${path}?deliveries=${ids.join(",")}` : path}>
      {count > 0 ? <Trans>Plan a trip with {count}</Trans> : <Trans>Plan a trip</Trans>}
    </Button>
  );
}

/** The list, which opens on what is still to be done by when it is due, unless the person said with what. */
export function DeliveryList() {
  const { t } = useLingui();
  const may = useMay();
  const { search, go } = useAddress();
  const hasStart = useUser().listStarts[fleetDeliveries.list.path] !== undefined;
  const [isOpening, setOpening] = useState(Object.keys(search).length === 0 && !hasStart);
  useEffect(() => {
    if (!isOpening) return;
    go({ search: { worklist: "open" }, replace: true });
    setOpening(false);
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  if (isOpening) return null;
  return (
    <ListScreen
      of={fleetDeliveries}
      naming={deliveryNaming}
      columns={columns}
      filters={[
        "status",
        "windowStart",
        "isProofMissing",
        "isOutcomeMissing",
        { name: "tripId", of: trips, field: "tripNumber", label: msg`Trip` },
        { name: "locationId", of: locations, field: "name", label: msg`Where to` },
      ]}
      views={{
        filter: "worklist",
        tabs: [
          { name: "all", title: t`All` },
          { name: "open", title: t`Open` },
          { name: "waiting", title: t`Waiting` },
          { name: "today", title: t`Today` },
          { name: "late", title: t`Late` },
          { name: "failed", title: t`Failed` },
        ],
      }}
      bulk={bulk}
      form={DeliveryForm}
      actions={(selected) => (
        <>
          {may(fleetDeliveryLines.exportLines.can) && (
            <ExportButton route={fleetDeliveryLines.exportLines} query={{ values: "words" }}>
              <Trans>Lines</Trans>
            </ExportButton>
          )}
          <ImportButton entity="delivery" can={fleetDeliveries.create.can} visibleFrom="sm" />
          {may(trips.create.can) && <PlanButton selected={selected} />}
        </>
      )}
      opens="/fleet/deliveries/details"
    />
  );
}
