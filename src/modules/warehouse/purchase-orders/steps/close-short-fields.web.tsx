import { msg } from "@lingui/core/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";

const Field = fieldsOf(purchaseOrderFlow.steps.close.input);

/** Why nothing more is to come, and whose decision that is; what becomes of goods on their way only where there are some. */
export function CloseShortFields({ isComing }: { isComing: boolean }) {
  return (
    <>
      <Field.Textarea name="reason" autoFocus />
      <Field.Switch name="isUnwanted" label={msg`We want no more of it: the vendor owes nothing`} />
      {isComing && <Field.Select name="onTheWay" />}
    </>
  );
}
