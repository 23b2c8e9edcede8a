import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { InputDialog } from "#web/form/input-dialog.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Note } from "#web/ui/note.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { products } from "../products/products.contract.ts";
import { purchaseOrders } from "../purchase-orders/purchase-orders.contract.ts";
import { issues, type Issue } from "./issues.contract.ts";
import { issueFlow, isAboutGoodsAside } from "./issues.flow.ts";

type Way = "takeGoods" | "returnGoods" | "refuseGoods";
export const waysWithGoods: readonly string[] = ["takeGoods", "returnGoods", "refuseGoods"] satisfies Way[];
const inputs = {
  takeGoods: issueFlow.steps.takeGoods.input,
  returnGoods: issueFlow.steps.returnGoods.input,
  refuseGoods: issueFlow.steps.refuseGoods.input,
};
const Field = fieldsOf(inputs.takeGoods);

/** Goods that lie in quarantine until the buyer says what becomes of them, and the three ways. */
export function GoodsAside({ issue }: { issue: Issue }) {
  const { t } = useLingui();
  const step = useStep(issues);
  const [asked, setAsked] = useState<Way | null>(null);
  const may = (way: Way) => issue.steps.includes(way);
  if (!isAboutGoodsAside(issue) || !(waysWithGoods as Way[]).some(may)) return null;
  const isOnLine = issue.purchaseOrderItemId !== null;
  const run = async (way: Way, input: Record<string, unknown>) => {
    await step.mutateAsync({ route: issues[way], record: issue, input });
    setAsked(null);
    toastDone(
      { takeGoods: t`The goods count for the order`, returnGoods: t`The goods go back`, refuseGoods: t`Refused` }[way],
    );
  };
  return (
    <>
      <Note
        icon="warn"
        actions={
          <>
            {may("refuseGoods") && (
              <Button variant="default" onClick={() => setAsked("refuseGoods")}>
                <Trans>Refuse</Trans>
              </Button>
            )}
            {may("returnGoods") && (
              <Button variant="default" onClick={() => setAsked("returnGoods")}>
                <Trans>Return to the vendor</Trans>
              </Button>
            )}
            {may("takeGoods") && (
              <Button onClick={() => setAsked("takeGoods")}>
                <Trans>Take them</Trans>
              </Button>
            )}
          </>
        }
      >
        <b>
          <Trans>These goods are put aside.</Trans>
        </b>{" "}
        {isOnLine ? (
          <Trans>
            Taken, they count for {issue.orderNumber}, or for another order that you choose. Nothing else is expected
            anew of an order that is over.
          </Trans>
        ) : (
          <Trans>
            They are on no order of this delivery. Taken, they count for the order that you choose: for its line that
            waits for them, else as a new one.
          </Trans>
        )}
      </Note>
      {asked === "takeGoods" && (
        <InputDialog
          title={<Trans>Take the goods?</Trans>}
          verb={t`Take them`}
          schema={inputs.takeGoods}
          draft={[issues.takeGoods.path, issue.id]}
          fields={<TakeFields issue={issue} />}
          onSubmit={(input) => run("takeGoods", input)}
          onClose={() => setAsked(null)}
        >
          <Trans>They leave quarantine and are received at the time at which they came.</Trans>{" "}
          <Trans>Where a tracked lot or date stays empty, they wait for inspection, and that is reported.</Trans>
        </InputDialog>
      )}
      {(asked === "returnGoods" || asked === "refuseGoods") && (
        <InputDialog
          title={asked === "returnGoods" ? <Trans>Return the goods?</Trans> : <Trans>Refuse the goods?</Trans>}
          verb={asked === "returnGoods" ? t`Return to the vendor` : t`Refuse`}
          schema={inputs[asked]}
          draft={[issues[asked].path, issue.id]}
          isDangerous={asked === "refuseGoods"}
          onSubmit={(input) => run(asked, input)}
          onClose={() => setAsked(null)}
        >
          <Trans>They leave quarantine, and count for no order.</Trans>
        </InputDialog>
      )}
    </>
  );
}

function TakeFields({ issue }: { issue: Issue }) {
  const { t } = useLingui();
  const units = useUnits();
  const unit = { uom: issue.uom ?? "", qtyPerUom: issue.qtyPerUom ?? "1" };
  return (
    <>
      <Field.Reference
        name="purchaseOrderId"
        of={purchaseOrders}
        label="number"
        title={issue.purchaseOrderItemId === null ? msg`Purchase order` : msg`Onto another order`}
      />
      {issue.sku === null && <Field.Reference name="productId" of={products} label="name" title={msg`Product`} />}
      <Field.Decimal name="quantity" />
      <Field.Decimal
        name="unitPrice"
        label={msg`Price of one ${units.name(unit, issue.baseUom ?? issue.uom ?? undefined)}`}
        help={t`Where no line of the order waits for them, and one is added.`}
      />
      <Field.Text name="lotNumber" />
      <Field.Date name="expiryDate" />
      <Field.Textarea name="note" />
    </>
  );
}
