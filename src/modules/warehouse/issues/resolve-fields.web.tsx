import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { z } from "zod";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { Note } from "#web/ui/note.tsx";
import { issueFlow, type resolution } from "./issues.flow.ts";

const Field = fieldsOf(issueFlow.steps.resolve.input);
const nothingMoves = msg`The goods stay where they lie, and the order as it is. The vendor gets no mail.`;
const withVendor = msg`The goods stay where they lie, and the order as it is. The vendor gets no mail: agree it with them.`;

/** What becomes of goods, order and vendor, by how an issue is resolved. */
const consequences: Readonly<Partial<Record<z.output<typeof resolution>, MessageDescriptor>>> = {
  accept_as_is: msg`Rejected goods move to the good ones and count as received. Other goods stay where they lie, and the order as it is. The vendor gets no mail.`,
  credit: withVendor,
  replace: msg`The order waits for the goods again. They stay where they lie unless they go back. The vendor gets no mail: agree it with them.`,
  return: msg`The goods leave the stock. The order waits for them again or is done with them, as you say here. The vendor gets no mail: tell them that they come back.`,
  rework: nothingMoves,
  scrap: msg`The goods leave the stock for good, and count as received. The order stays as it is, and the vendor gets no mail.`,
  carrier_claim: msg`The goods stay where they lie, and the order as it is. Nobody gets a mail: make the claim with the carrier.`,
  process_change: nothingMoves,
};

const moving: readonly string[] = ["accept_as_is", "replace", "return", "scrap"] satisfies z.output<
  typeof resolution
>[];

/**
 * How an issue is resolved, with what that does; what becomes of the order is asked only where goods go back. `namesGoods`:
 * it says which goods of which receipt it is about; else nothing is moved. `areRejected`: they were rejected, and counted
 * without their lot and date, perhaps.
 */
export function ResolveFields({ namesGoods, areRejected }: { namesGoods: boolean; areRejected: boolean }) {
  const { t, i18n } = useLingui();
  const { form } = useFormScope();
  const [chosen, setChosen] = useState("");
  form.watch("resolution", ({ value }) => {
    setChosen(String(value));
    if (value !== "return") form.setFieldValue("returned", "");
    if (value !== "replace") form.setFieldValue("isSentBack", false);
  });
  const moves = namesGoods && moving.includes(chosen);
  const consequence =
    namesGoods || !moving.includes(chosen)
      ? consequences[chosen as keyof typeof consequences] // a choice of the field, or none yet
      : msg`The issue does not say which goods of which receipt these are, and how many: nothing is moved, and the order stays as it is.`;
  return (
    <>
      <Field.Select name="resolution" label={msg`How it is resolved`} />
      {consequence && <Note icon="open">{i18n._(consequence)}</Note>}
      {moves && chosen === "accept_as_is" && areRejected && (
        <>
          <Field.Text name="lotNumber" />
          <Field.Date
            name="expiryDate"
            help={t`Where a tracked lot or date stays empty, they wait for inspection, and that is reported.`}
          />
        </>
      )}
      {moves && chosen === "return" && <Field.Select name="returned" label={msg`The goods that go back are`} />}
      {moves && chosen === "replace" && <Field.Switch name="isSentBack" label={msg`They go back to the vendor`} />}
      <Field.Textarea name="note" />
    </>
  );
}
