import { msg } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { humanise } from "#shared/format/names.ts";
import { useUser } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Instant, Quantity } from "#web/ui/values/values.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import type { BulkSteps } from "#web/list/selection-steps.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { deliverySchedules } from "../delivery-schedules/delivery-schedules.contract.ts";
import { purchaseOrders } from "../purchase-orders/purchase-orders.contract.ts";
import { receipts } from "../receipts/receipts.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import { issueInput, issues, type Issue } from "./issues.contract.ts";
import { issueFlow } from "./issues.flow.ts";

export const issueNaming: Naming = {
  one: msg`issue`,
  many: msg`issues`,
  about: msg`An issue is what went wrong with goods or a delivery: damage, too few, too many, late. Posting a receipt opens them by itself; others you report here.`,
};

export const issueStatusStyles: StatusStyles<Issue["status"]> = stateStyles("issue_statuses", {
  open: "open",
  acknowledged: "open",
  investigating: "live",
  waiting_party: { icon: "wait", label: msg`Waiting for them` },
  resolved: "done",
  closed: { icon: "done", tone: "n" },
  dismissed: "ended",
});

const columns = columnsOf<Issue>((c) => [
  c.number("number", { label: msg`Issue` }),
  {
    ...c.custom("kind", { label: msg`What`, width: 154, cell: (issue) => <Kind issue={issue} /> }),
    text: ({ kind, productName }) => [i18n._(humanise(kind)), productName].filter(Boolean).join(", "),
  },
  c.badge("status", issueStatusStyles, { width: 142 }),
  c.custom("severity", { label: msg`Severity`, width: 92, cell: (issue) => <Severity issue={issue} /> }),
  {
    ...c.custom("dueAt", { label: msg`Due`, width: 166, align: "end", cell: (issue) => <IssueDue issue={issue} /> }),
    part: "figure", // of a phone's row
  },
  { ...c.text("productName", { label: msg`Product` }), width: 120 },
  c.custom("qtyAffected", {
    label: msg`Quantity`,
    width: 106,
    align: "end",
    cell: (issue) => <AffectedQuantity issue={issue} />,
  }),
  { ...c.text("vendorName", { label: msg`Vendor` }), width: 120 },
  c.text("orderNumber", { label: msg`Order`, width: 132, hidden: true }),
  c.text("receiptNumber", { label: msg`Receipt`, width: 132, hidden: true }),
  c.text("deliveryScheduleNumber", { label: msg`Delivery`, width: 110, hidden: true }),
  c.text("description", { hidden: true }),
  c.text("responsibleParty", { hidden: true }),
  c.date("createdAt", { label: msg`Reported`, hidden: true }),
  c.person("assigneeName", { label: msg`Assignee`, width: 92 }),
]);
export const IssuePreview = previewOf(columns);

const Field = fieldsOf(issueInput);
export const IssueForm = () => (
  <>
    <Field.Select name="kind" label={msg`What is wrong`} />
    <Field.Select name="severity" />
    <Field.Textarea name="description" help={<Trans>What was seen, where, and what was done at once.</Trans>} />
    <Field.Reference name="purchaseOrderId" of={purchaseOrders} label="number" title={msg`Purchase order`} />
    <Field.Reference name="receiptId" of={receipts} label="number" title={msg`Receipt`} />
    <Field.Reference name="deliveryScheduleId" of={deliverySchedules} label="number" title={msg`Delivery`} />
    <Field.Reference name="vendorId" of={vendors} label="name" title={msg`Vendor`} />
    <Field.Decimal name="qtyAffected" label={msg`Quantity affected`} />
    <Field.Listed name="uom" label={msg`Unit`} />
    <Field.Select name="responsibleParty" label={msg`Who is responsible`} />
    <Field.Switch name="notedOnDeliveryReceipt" label={msg`Written on the carrier's paper`} />
    <Field.Switch name="concealed" label={msg`Found only after signing for the goods`} />
    <Field.Date name="carrierNotifyBy" label={msg`Tell the carrier by`} />
    <Field.Decimal name="claimAmount" label={msg`Claim`} />
    <Field.Listed name="claimCurrency" label={msg`Currency of the claim`} />
  </>
);

const open = issueFlow.groups.open.join(",");

const { acknowledge, investigate, close, dismiss } = issues;
const bulk: BulkSteps<Issue> = {
  routes: { acknowledge, investigate, close, dismiss },
  words: { investigate: { label: msg`Take it up` }, dismiss: { isDangerous: true } },
  line: (issue) => <Kind issue={issue} />,
};

/** The list, which opens on what is still to be done, unless the person said with what. */
export function IssueList() {
  const { t } = useLingui();
  const { search, go } = useAddress();
  const hasStart = useUser().listStarts[issues.list.path] !== undefined;
  const [isOpening, setOpening] = useState(Object.keys(search).length === 0 && !hasStart);
  useEffect(() => {
    if (!isOpening) return;
    go({ search: { status: open }, replace: true });
    setOpening(false);
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  if (isOpening) return null;
  return (
    <ListScreen
      of={issues}
      naming={issueNaming}
      columns={columns}
      filters={[
        "status",
        "kind",
        "severity",
        "isOverdue",
        "responsibleParty",
        { name: "vendorId", of: vendors, field: "name" },
      ]}
      views={{
        filter: "status",
        tabs: [
          { name: "all", title: t`All` },
          { name: open, title: t`Open` },
          { name: issueFlow.groups.untouched.join(","), title: t`Not taken up` },
          { name: "waiting_party", title: t`Waiting for them` },
          { name: issueFlow.groups.done.join(","), title: t`Resolved` },
        ],
      }}
      bulk={bulk}
      form={IssueForm}
      opens="/warehouse/issues/details"
    />
  );
}

/** What an issue is about, in the unit that it was counted in; a part of a pack in base units. */
export function AffectedQuantity({ issue }: { issue: Issue }) {
  const units = useUnits();
  const { qtyAffected, uom, qtyPerUom, baseUom } = issue;
  if (qtyAffected === null) return <Nothing />;
  if (uom === null) return <Quantity value={qtyAffected} />;
  return units.said(qtyAffected, { uom, qtyPerUom: qtyPerUom ?? "1" }, baseUom ?? uom);
}

function Kind({ issue }: { issue: Issue }) {
  const read = useWords();
  return (
    <>
      {read(issue.kind)}
      {issue.photosMissing && !inGroup(issueFlow, "over", issue.status) && (
        <Text tone="urgent">
          , <Trans>no photo</Trans>
        </Text>
      )}
    </>
  );
}

function Severity({ issue }: { issue: Issue }) {
  const read = useWords();
  return (
    <Text {...(issue.severity === "critical" || issue.severity === "high" ? { weight: 550 } : { tone: "dim" })}>
      {read(issue.severity)}
    </Text>
  );
}

export function IssueDue({ issue }: { issue: Issue }) {
  if (inGroup(issueFlow, "over", issue.status)) return <Nothing />;
  return (
    <Text {...(issue.isOverdue ? { tone: "urgent" } : {})}>
      <Instant at={issue.dueAt} />
      {issue.isOverdue && (
        <>
          , <Trans>late</Trans>
        </>
      )}
    </Text>
  );
}
