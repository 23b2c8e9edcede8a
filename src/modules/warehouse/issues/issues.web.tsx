import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { Instant } from "#web/ui/values/values.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
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
  c.custom("kind", { label: msg`What`, width: 168, cell: (issue) => <Kind issue={issue} /> }),
  c.badge("status", issueStatusStyles, { width: 156 }),
  c.custom("severity", { label: msg`Severity`, width: 92, cell: (issue) => <Severity issue={issue} /> }),
  c.custom("dueAt", { label: msg`Due`, width: 168, align: "end", cell: (issue) => <IssueDue issue={issue} /> }),
  c.text("productName", { label: msg`Product` }),
  c.quantity("qtyAffected", { label: msg`Quantity`, unit: "uom" }),
  c.text("vendorName", { label: msg`Vendor` }),
  c.text("orderNumber", { label: msg`Order`, width: 132 }),
  c.text("receiptNumber", { label: msg`Receipt`, width: 132 }),
  c.text("deliveryScheduleNumber", { label: msg`Delivery`, width: 110, hidden: true }),
  c.text("description", { hidden: true }),
  c.text("responsibleParty", { hidden: true }),
  c.date("createdAt", { label: msg`Reported`, hidden: true }),
  c.person("assigneeName", { label: msg`Assignee` }),
]);

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

export const IssueList = () => (
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
    form={IssueForm}
    opens="/warehouse/issues/details"
  />
);

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
