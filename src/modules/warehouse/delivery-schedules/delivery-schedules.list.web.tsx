import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { useMay } from "#web/api/session.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { locations } from "../../settings/locations/locations.contract.ts";
import { carriers } from "../carriers/carriers.contract.ts";
import { docks } from "../docks/docks.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import { deliverySchedules, type DeliverySchedule } from "./delivery-schedules.contract.ts";
import { deliveryStatusStyles, deliveryNaming, detailsPath } from "./delivery-schedules.status.web.ts";
import { PlannedAtSite } from "./planned-at-site.web.tsx";
import { useNow } from "./board/use-now.web.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";

const columns = columnsOf<DeliverySchedule>((c) => [
  c.number("number", { label: msg`Delivery`, width: 118 }),
  c.badge("status", deliveryStatusStyles, { width: 128 }),
  c.custom("punctuality", { label: msg`Reason`, width: 130, cell: (delivery) => <Reason delivery={delivery} /> }),
  c.custom("plannedStart", {
    label: msg`Planned`,
    width: 236,
    cell: (delivery) => <PlannedAtSite delivery={delivery} />,
  }),
  c.custom("dockCode", {
    label: msg`Dock`,
    width: 72,
    cell: ({ dockCode }) =>
      dockCode ?? (
        <Text tone="urgent">
          <Trans>none</Trans>
        </Text>
      ),
  }),
  c.text("locationName", { label: msg`Location`, width: 130 }),
  c.text("vendorName", { label: msg`Vendor` }),
  c.text("carrierName", { label: msg`Carrier`, width: 140, hidden: true }),
  c.custom("orderNumbers", {
    label: msg`Orders`,
    width: 150,
    grows: 1,
    cell: ({ orderNumbers }) => orderNumbers.join(", "),
  }),
  c.count("expectedPallets", { label: msg`Pallets`, width: 80, hidden: true }),
  c.code("tractorPlate", { label: msg`Number plate`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const DeliverySchedulePreview = previewOf(columns);

export function DeliveryScheduleList() {
  const { t } = useLingui();
  const may = useMay();
  return (
    <ListScreen
      of={deliverySchedules}
      naming={deliveryNaming}
      columns={columns}
      filters={[
        "plannedStart",
        { name: "locationId", of: locations, field: "name" },
        { name: "dockId", of: docks, field: "code" },
        { name: "vendorId", of: vendors, field: "name" },
        { name: "carrierId", of: carriers, field: "name" },
        "awaitingParty",
      ]}
      views={{
        filter: "status",
        tabs: [
          { name: "all", title: t`All` },
          { name: "requested", title: t`To be approved` },
          { name: "proposed", title: t`To be accepted` },
          { name: "scheduled", title: t`Scheduled` },
          { name: "arrived,in_progress,unloaded", title: t`On site` },
          { name: "completed", title: t`Completed` },
          { name: "no_show,refused,declined,cancelled,expired", title: t`Fallen through` },
        ],
      }}
      opens={detailsPath}
      {...(may(deliverySchedules.create.can)
        ? {
            actions: (
              <Button component="a" href="/warehouse/delivery-schedules/new">
                <Trans>Book a dock</Trans>
              </Button>
            ),
          }
        : {})}
    />
  );
}

function Reason({
  delivery: { status, mark, carrierIsHeld, awaitingParty, punctuality, plannedEnd, plannedStart },
}: {
  delivery: DeliverySchedule;
}) {
  const { t } = useLingui();
  const fmt = useFormat();
  const now = useNow();
  const minutes = (since: string) => Math.round((now - Date.parse(since)) / 60_000);
  const waits = { none: null, warehouse: t`waits for us`, vendor: t`waits for vendor`, carrier: t`waits for carrier` }[
    awaitingParty
  ];
  const asks = {
    needs_time: t`needs a time`,
    needs_door: t`needs a dock`,
    not_completed: t`not completed`,
  };
  if (mark !== null) return <Urgent text={asks[mark]} />;
  if (carrierIsHeld) return <Urgent text={t`carrier on hold`} />;
  if (inGroup(deliveryScheduleFlow, "tentative", status)) return <Text tone="dim">{waits}</Text>;
  if (status === "scheduled" && Date.parse(plannedStart) < now) return <Urgent text={t`not arrived`} />;
  if (inGroup(deliveryScheduleFlow, "atDock", status) && minutes(plannedEnd) > 0)
    return <Urgent text={t`over by ${fmt.span(minutes(plannedEnd))}`} />;
  if (punctuality === "late") return <Text tone="dim">{t`came late`}</Text>;
  return null;
}

const Urgent = ({ text }: { text: string }) => (
  <Text tone="urgent">
    <Glyph icon="late" size={12} /> {text}
  </Text>
);
