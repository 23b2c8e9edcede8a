import { msg } from "@lingui/core/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { trips } from "../trips.contract.ts";

const Field = fieldsOf(trips.complete.body);

/** Stays with a figure that hardly can be: asked for once the server has asked. */
export function MeterIsRight() {
  const { form } = useFormScope();
  const { isConfirmed } = form.getValues();
  return form.errors["isConfirmed"] !== undefined || isConfirmed === true ? (
    <Field.Switch name="isConfirmed" label={msg`It is right, though it is far`} />
  ) : null;
}
