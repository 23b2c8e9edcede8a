import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inSentence, useWords } from "#web/ui/values/labels.ts";
import { DateValue, RecordNumber } from "#web/ui/values/values.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { GoodsAside, waysWithGoods } from "./goods-aside.web.tsx";
import { IssuePhotos } from "./issue-photos.web.tsx";
import { IssueWay } from "./issue-way.web.tsx";
import { issueFlow } from "./issues.flow.ts";
import { issueInput, issues, type Issue } from "./issues.contract.ts";
import { ResolveFields } from "./resolve-fields.web.tsx";
import { AffectedQuantity, IssueDue, IssueForm, issueStatusStyles, issueNaming } from "./issues.web.tsx";

const words: Partial<Record<keyof typeof issueFlow.steps, StepWords>> = {
  investigate: { label: msg`Take it up` },
  waitForParty: { label: msg`Wait for them` },
  dismiss: { isDangerous: true },
  reopen: { label: msg`Open again`, isMinor: true },
};

function wordsOf({ kind, receiptLineId, qtyAffected }: Issue): typeof words {
  const namesGoods = receiptLineId !== null && qtyAffected !== null;
  return { ...words, resolve: { fields: <ResolveFields namesGoods={namesGoods} areRejected={kind === "quality"} /> } };
}

export function IssueDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  const read = useWords();
  return (
    <DetailScreen
      of={issues}
      naming={issueNaming}
      form={IssueForm}
      title={(issue) => issue.number}
      state={{ of: (issue) => issue.status, statusStyles: issueStatusStyles }}
      summary={(issue) => `${read(issue.kind)}, ${inSentence(read(issue.severity))}`}
      strip={(issue) => [
        { label: msg`Product`, value: issue.productName, sub: issue.sku },
        {
          label: msg`Quantity`,
          value: <AffectedQuantity issue={issue} />,
        },
        { label: msg`Vendor`, value: issue.vendorName, sub: t`${read(issue.responsibleParty)} responsible` },
        {
          label: msg`Order`,
          value: <Link to="/warehouse/purchase-orders/details" id={issue.purchaseOrderId} number={issue.orderNumber} />,
          sub: issue.lineNo !== null && t`line ${issue.lineNo}`,
        },
        {
          label: msg`Receipt`,
          value: <Link to="/warehouse/receipts/details" id={issue.receiptId} number={issue.receiptNumber} />,
        },
        {
          label: msg`Delivery`,
          value: (
            <Link
              to="/warehouse/delivery-schedules/details"
              id={issue.deliveryScheduleId}
              number={issue.deliveryScheduleNumber}
            />
          ),
        },
        { label: msg`Due`, value: <IssueDue issue={issue} />, sub: t`found ${fmt.instant(issue.discoveredAt)}` },
      ]}
    >
      {(issue) => (
        <>
          <Steps
            of={issues}
            flow={issueFlow}
            record={{ ...issue, steps: issue.steps.filter((step) => !waysWithGoods.includes(step)) }}
            words={wordsOf(issue)}
            about={[issue.number, issue.productName, issue.vendorName].filter(Boolean).join(" · ")}
          />
          <GoodsAside issue={issue} />
          <IssueWay issue={issue} />
          {issue.carrierNotifyBy && !inGroup(issueFlow, "over", issue.status) && (
            <Note icon="late">
              <Trans>
                Tell the carrier by <DateValue date={issue.carrierNotifyBy} />: later notice may void the claim.
              </Trans>
            </Note>
          )}
          {issue.resolution && (
            <Note icon="done">
              <b>{read(issue.resolution)}.</b> {issue.resolutionNote}{" "}
              {issue.resolvedByReceiptNumber && (
                <Link
                  to="/warehouse/receipts/details"
                  id={issue.resolvedByReceiptId}
                  number={issue.resolvedByReceiptNumber}
                />
              )}{" "}
              <Text tone="dim">
                {issue.resolvedByName} {issue.resolvedAt && fmt.instant(issue.resolvedAt)}
              </Text>
            </Note>
          )}
          <Text as="p" shape="lines">
            {issue.description}
          </Text>
          <IssuePhotos issue={issue} />
          <FieldList
            schema={issueInput}
            record={issue}
            except={[
              "kind",
              "severity",
              "description",
              "purchaseOrderId",
              "purchaseOrderItemId",
              "receiptId",
              "receiptLineId",
              "deliveryScheduleId",
              "vendorId",
              "qtyAffected",
              "uom",
              "discoveredAt",
              "responsibleParty",
              "assigneeId",
              "carrierNotifyBy",
            ]}
            labels={{
              concealed: msg`Found only after signing`,
              notedOnDeliveryReceipt: msg`Written on the carrier's paper`,
              claimAmount: msg`Claim`,
              claimCurrency: msg`Currency of the claim`,
            }}
          />
        </>
      )}
    </DetailScreen>
  );
}

function Link({ to, id, number }: { to: string; id: string | null; number: string | null }) {
  return id && number ? (
    <Text as="a" tone="link" weight={550} href={recordHref(to, id)}>
      <RecordNumber>{number}</RecordNumber>
    </Text>
  ) : (
    <Nothing />
  );
}
