import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Looks } from "#web/blocks/chip.tsx";
import { Note } from "#web/blocks/note.tsx";
import { Nothing } from "#web/blocks/strip.tsx";
import { useFormat } from "#web/blocks/use-format.ts";
import { useWords, type Naming } from "#web/blocks/words.ts";
import { DateValue, Instant, Quantity, RecordNumber } from "#web/blocks/values.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { Facts } from "#web/detail/facts.tsx";
import { Steps, type StepWords } from "#web/flow/steps.tsx";
import { fieldsOf } from "#web/form/fields.tsx";
import { recordHref } from "#web/list/address.ts";
import { columnsOf } from "#web/list/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { deliverySchedules } from "../delivery-schedules/delivery-schedules.contract.ts";
import { purchaseOrders } from "../purchase-orders/purchase-orders.contract.ts";
import { receipts } from "../receipts/receipts.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import { IssuePhotos } from "./issue-photos.web.tsx";
import { IssueWay } from "./issue-way.web.tsx";
import { issueFlow } from "./issues.flow.ts";
import { issueInput, issues, type Issue } from "./issues.contract.ts";
import styles from "./issues.module.css";

const naming: Naming = {
  one: msg`issue`,
  many: msg`issues`,
  about: msg`An issue is what went wrong with goods or a delivery: damage, too few, too many, late. Posting a receipt opens them by itself; others you report here.`,
};

const looks: Looks<Issue["status"]> = {
  open: "open",
  acknowledged: "open",
  investigating: "live",
  waiting_party: { shape: "wait", label: msg`Waiting for them` },
  resolved: "done",
  closed: { shape: "done", tone: "n" },
  dismissed: "ended",
};

const columns = columnsOf<Issue>((c) => [
  c.number("number", { label: msg`Issue` }),
  c.custom("kind", { label: msg`What`, width: 132, cell: (issue) => <Kind issue={issue} /> }),
  c.badge("status", looks, { width: 156 }),
  c.custom("severity", { label: msg`Severity`, width: 92, cell: (issue) => <Severity issue={issue} /> }),
  c.custom("dueAt", { label: msg`Due`, width: 132, align: "end", cell: (issue) => <Due issue={issue} /> }),
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
const IssueForm = () => (
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
    naming={naming}
    columns={columns}
    filters={["status", "kind", "severity", "isOverdue", "responsibleParty", { name: "vendorId", of: vendors, field: "name" }]}
    form={IssueForm}
    opens="/warehouse/issues/details"
  />
);

const words: Partial<Record<keyof typeof issueFlow.steps, StepWords>> = {
  investigate: { label: msg`Take it up` },
  waitForParty: { label: msg`Wait for them` },
  dismiss: { isDangerous: true },
  reopen: { label: msg`Open again`, isMinor: true },
};

export function IssueDetail() {
  const { t } = useLingui();
  const say = useFormat();
  const read = useWords();
  return (
    <DetailScreen
      of={issues}
      naming={naming}
      form={IssueForm}
      title={(issue) => issue.number}
      state={{ of: (issue) => issue.status, looks }}
      summary={(issue) => `${read(issue.kind)}, ${read(issue.severity).toLocaleLowerCase()}`}
      strip={(issue) => [
        { label: msg`Product`, value: issue.productName, sub: issue.sku },
        { label: msg`Quantity`, value: issue.qtyAffected === null ? null : <Quantity value={issue.qtyAffected} unit={issue.uom ?? undefined} /> },
        { label: msg`Vendor`, value: issue.vendorName, sub: t`${read(issue.responsibleParty)} responsible` },
        { label: msg`Order`, value: <Link to="/warehouse/purchase-orders/details" id={issue.purchaseOrderId} number={issue.orderNumber} />, sub: issue.lineNo !== null && t`line ${issue.lineNo}` },
        { label: msg`Receipt`, value: <Link to="/warehouse/receipts/details" id={issue.receiptId} number={issue.receiptNumber} /> },
        { label: msg`Delivery`, value: <Link to="/warehouse/delivery-schedules/details" id={issue.deliveryScheduleId} number={issue.deliveryScheduleNumber} /> },
        { label: msg`Due`, value: <Due issue={issue} />, sub: t`found ${say.instant(issue.discoveredAt)}` },
      ]}
    >
      {(issue) => (
        <>
          <Steps of={issues} flow={issueFlow} record={issue} words={words} />
          <IssueWay issue={issue} />
          {issue.carrierNotifyBy && !["resolved", "closed", "dismissed"].includes(issue.status) && <Note shape="late"><Trans>Tell the carrier by <DateValue date={issue.carrierNotifyBy} />: later notice may void the claim.</Trans></Note>}
          {issue.resolution && <Note shape="done"><b>{read(issue.resolution)}.</b> {issue.resolutionNote} <span className={styles.grey}>{issue.resolvedByName} {issue.resolvedAt && say.instant(issue.resolvedAt)}</span></Note>}
          <p className={styles.description}>{issue.description}</p>
          <IssuePhotos issue={issue} />
          <Facts
            schema={issueInput}
            record={issue}
            except={["kind", "severity", "description", "purchaseOrderId", "purchaseOrderItemId", "receiptId", "receiptLineId", "deliveryScheduleId", "vendorId", "qtyAffected", "uom", "discoveredAt", "responsibleParty", "assigneeId", "carrierNotifyBy"]}
            labels={{ concealed: msg`Found only after signing`, notedOnDeliveryReceipt: msg`Written on the carrier's paper`, claimAmount: msg`Claim`, claimCurrency: msg`Currency of the claim` }}
          />
        </>
      )}
    </DetailScreen>
  );
}

function Kind({ issue }: { issue: Issue }) {
  const read = useWords();
  return <>{read(issue.kind)}{issue.photosMissing && <span className={styles.urgent}>, <Trans>no photo</Trans></span>}</>;
}

function Severity({ issue }: { issue: Issue }) {
  const read = useWords();
  return <span className={issue.severity === "critical" || issue.severity === "high" ? styles.strong : styles.grey}>{read(issue.severity)}</span>;
}

function Due({ issue }: { issue: Issue }) {
  if (["resolved", "closed", "dismissed"].includes(issue.status)) return <Nothing />;
  return <span className={issue.isOverdue ? styles.urgent : undefined}><Instant at={issue.dueAt} />{issue.isOverdue && <span className={styles.hidden}> <Trans>overdue</Trans></span>}</span>;
}

function Link({ to, id, number }: { to: string; id: string | null; number: string | null }) {
  return id && number ? <a className={styles.link} href={recordHref(to, id)}><RecordNumber>{number}</RecordNumber></a> : <Nothing />;
}
