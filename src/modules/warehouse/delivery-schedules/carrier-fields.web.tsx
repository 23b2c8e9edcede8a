import { msg } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { carriers } from "../carriers/carriers.contract.ts";
import { deliveryScheduleInput } from "./delivery-schedules.contract.ts";

const Field = fieldsOf(deliveryScheduleInput);

interface CarrierFieldsProps {
  /** The name alone is asked for as well, where no carrier is chosen. */
  takesName?: boolean;
  autoFocus?: boolean;
}

/** Who brings it: a carrier of the list, with the address of its dispatch where the form asks for one and has no other. */
export function CarrierFields({ takesName = false, autoFocus = false }: CarrierFieldsProps) {
  const { form, schema } = useFormScope();
  const mayRead = useMay()(carriers.list.can);
  const [start] = useState(() => form.getValues());
  const text = (name: string) => String(form.getValues()[name] ?? "");
  const [chosen, setChosen] = useState(() => text("carrierId"));
  const { mutate: propose } = useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, before }: { id: string; before: string }) =>
      call(carriers.list, { query: { ids: [id, before].filter(Boolean).join(), archived: "with" } }),
    onSuccess({ items }, { id, before }) {
      if (text("carrierId") !== id) return; // another one was chosen meanwhile
      const addressOf = (one: string) => items.find((carrier) => carrier.id === one)?.dispatchEmail ?? "";
      if (["", addressOf(before)].includes(text("carrierEmail"))) form.setFieldValue("carrierEmail", addressOf(id));
    },
  });
  form.watch("carrierId", ({ value, previousValue }) => {
    const [id, before] = [String(value ?? ""), String(previousValue ?? "")];
    setChosen(id);
    const isDiscarded = id === start["carrierId"] && text("carrierEmail") === start["carrierEmail"];
    if (isDiscarded) return;
    if (id === "" && "carrierName" in schema.shape) form.setFieldValue("carrierName", ""); // it was the name of that one
    if ("carrierEmail" in schema.shape && mayRead) propose({ id, before });
  });
  return (
    <>
      <Field.Reference name="carrierId" of={carriers} label="name" title={msg`Carrier`} autoFocus={autoFocus} />
      {takesName && chosen === "" && (
        <Field.Text
          name="carrierName"
          label={msg`Carrier that is not in the list`}
          help={<Trans>Its name as it stands on the truck.</Trans>}
        />
      )}
      {"carrierEmail" in schema.shape && <Field.Email name="carrierEmail" label={msg`E-mail of the carrier`} />}
    </>
  );
}
