import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RelatedList } from "#web/detail/related-list.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import type { RecordOf } from "#web/list/data/resource.ts";
import { receiptList } from "../receipts/receipts.contract.ts";
import type { DeliverySchedule } from "./delivery-schedules.contract.ts";

const receiptColumns = columnsOf<RecordOf<typeof receiptList>>((c) => [
  c.number("number", { label: msg`Receipt` }),
  c.date("receivedAt", { label: msg`Received`, width: 126 }),
  c.count("lineCount", { label: msg`Lines`, width: 80 }),
  c.count("openIssues", { label: msg`Open issues`, width: 110 }),
  c.person("postedByName", { label: msg`Posted by` }),
]);

/** What was received of a delivery. */
export function DeliveryReceipts({ delivery }: { delivery: DeliverySchedule }) {
  return (
    <RelatedList
      of={receiptList}
      title={<Trans>Receipts</Trans>}
      columns={receiptColumns}
      where={{ deliveryScheduleId: delivery.id }}
      opens="/warehouse/receipts/details"
      none={<Trans>None yet.</Trans>}
    />
  );
}
