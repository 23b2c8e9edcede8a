import { msg } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Chip } from "#web/ui/status/chip.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import { receipts, type Receipt } from "./receipts.contract.ts";
import { receiptStatusStyles, receiptNaming } from "./receipts.status.web.tsx";

const columns = columnsOf<Receipt>((c) => [
  c.number("number", { label: msg`Receipt` }),
  {
    ...c.custom("vendorNames", {
      label: msg`Vendor`,
      width: 180,
      grows: 2,
      cell: ({ vendorNames }) => (vendorNames.length > 0 ? vendorNames.join(", ") : <Nothing />),
    }),
    text: ({ vendorNames }) => vendorNames.join(", ") || null,
  },
  c.badge("status", receiptStatusStyles, { width: 116 }),
  c.custom("openIssues", {
    label: msg`Issues`,
    width: 110,
    cell: ({ openIssues }) =>
      openIssues > 0 ? (
        <Chip icon="warn" look="bare">
          <Plural value={openIssues} one="# open" other="# open" />
        </Chip>
      ) : (
        <Nothing />
      ),
  }),
  c.custom("orderNumbers", {
    label: msg`Orders`,
    width: 150,
    grows: 1,
    cell: ({ orderNumbers, reversalOfNumber }) =>
      reversalOfNumber ? <Trans>takes {reversalOfNumber} back</Trans> : orderNumbers.join(", ") || <Nothing />,
  }),
  { ...c.count("lineCount", { label: msg`Lines`, width: 70, hidden: true }), part: "detail" }, // the figure of a phone's row is the day
  c.text("deliveryScheduleNumber", { label: msg`Delivery`, width: 110 }),
  c.text("locationName", { label: msg`Location`, width: 130 }),
  { ...c.date("receivedAt", { label: msg`Received`, width: 126 }), part: "figure" },
  c.person("postedByName", { label: msg`Who` }),
  c.code("vendorDeliveryNote", { label: msg`Delivery note`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const ReceiptPreview = previewOf(columns);

export const ReceiptList = () => (
  <ListScreen
    of={receipts}
    naming={receiptNaming}
    columns={columns}
    filters={[
      "status",
      "receivedAt",
      { name: "vendorId", of: vendors, field: "name" },
      { name: "locationId", of: locations, field: "name" },
    ]}
    opens="/warehouse/receipts/details"
  />
);
