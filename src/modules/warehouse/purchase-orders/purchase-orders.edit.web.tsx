import { Button, TextInput } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { send } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { humanise } from "#shared/format/names.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { RecordMissing } from "#web/detail/detail-states.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LeaveGuard } from "#web/form/leave-guard.tsx";
import { FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { recordAdded, recordChanged } from "#web/list/data/cache.ts";
import { useAddress } from "#web/list/data/address.ts";
import { useRecord } from "#web/list/data/use-record.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Screen, ScreenBody, ScreenFoot, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Fields, Row, Stack } from "#web/ui/layout/layout.tsx";
import { Sums } from "#web/ui/layout/sums.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import {
  chargesInput,
  chargesOf,
  emptyCharge,
  emptyLine,
  isBlank,
  itemsInput,
  linesOf,
  totalsOf,
  type DraftCharge,
  type DraftLine,
} from "./lines/order-draft.web.ts";
import { OrderGrid } from "./lines/order-grid.web.tsx";
import { chargeType } from "./lines/lines.contract.ts";
import { amendment } from "./purchase-orders.flow.ts";
import { orderNaming } from "./purchase-orders.status.web.tsx";
import { purchaseOrderInput, purchaseOrders, type PurchaseOrder } from "./purchase-orders.contract.ts";
import lineStyles from "./lines/order-lines.module.css";

const draftHead = purchaseOrderInput.omit({ items: true, charges: true });
const amendHead = amendment.omit({ items: true, charges: true });
const Field = fieldsOf(draftHead);
const AmendField = fieldsOf(amendHead);
const details = "/warehouse/purchase-orders/details";

/** `/warehouse/purchase-orders/new`: a first draft. */
export function NewPurchaseOrder() {
  return <Editor order={null} />;
}

/** `/warehouse/purchase-orders/edit?id=`: the draft again, or a new revision of what is out at the vendor. */
export function EditPurchaseOrder() {
  const { search } = useAddress();
  const id = typeof search["id"] === "string" ? search["id"] : null;
  const { record, problem, retry } = useRecord(purchaseOrders, id);
  if (record) return <Editor key={record.id} order={record} />;
  return problem ? <RecordMissing naming={orderNaming} problem={problem} onRetry={retry} /> : <DetailSkeleton />;
}

function Editor({ order: given }: { order: PurchaseOrder | null }) {
  const { t } = useLingui();
  const [order] = useState(given); // what is typed is an edit of this version; one that comes later is told when it is saved
  const fmt = useFormat();
  const { go } = useAddress();
  const client = useQueryClient();
  const isAmendment = order !== null && order.status !== "draft";
  const schema = isAmendment ? amendHead : draftHead;
  const [, setTyped] = useState(0);
  const {
    form,
    root,
    changed,
    typed: typedHead,
    input: readHead,
    refuse,
  } = useFieldsForm(schema, isAmendment ? { ...order, reason: "" } : order, { onChange: () => setTyped((n) => n + 1) });
  const [lines, setLines] = useState<readonly DraftLine[]>(() =>
    order && order.items.length > 0 ? linesOf(order, fmt.locale) : [emptyLine()],
  );
  const [charges, setCharges] = useState<readonly DraftCharge[]>(() => (order ? chargesOf(order, fmt.locale) : []));
  const [isTouched, setTouched] = useState(false);
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isSaving, setSaving] = useState<"save" | "submit" | null>(null);
  const isDone = useRef(false);
  const key = useRef(newKey());
  useCrumb(order?.number ?? t`New`);

  const typed = typedHead();
  const vendorId = order && isAmendment ? order.vendorId : String(typed["vendorId"] ?? "");
  const vendor = useRecord(vendors, vendorId || null).record;
  const currency =
    (isAmendment ? order.currency : (typed["currency"] as string | null)) ||
    order?.currency ||
    vendor?.currency ||
    "EUR"; // a text or nothing, by the schema
  const minorUnit =
    order?.currency === currency
      ? order.minorUnit
      : (new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2);
  const totals = totalsOf(lines, charges, { minorUnit, locale: fmt.locale });
  const changes = changed.length + (isTouched ? 1 : 0);
  // The server names lines as they were sent: blank ones left out.
  const sent = lines.filter((line) => !isBlank(line));
  const errors = Object.fromEntries(
    Object.entries(problem?.fields ?? {}).map(([path, sentence]) => [
      path.replace(/^items\.(\d+)/, (_, n: string) => `items.${lines.indexOf(sent[Number(n)] ?? emptyLine())}`),
      sentence,
    ]),
  );

  const write = async (then: "save" | "submit") => {
    const input = readHead();
    if (!input || isSaving) return;
    setSaving(then);
    setProblem(null);
    const body = { ...input, items: itemsInput(lines, fmt.locale), charges: chargesInput(charges, fmt.locale) };
    try {
      const route = isAmendment ? purchaseOrders.amend : order ? purchaseOrders.update : purchaseOrders.create;
      const saved = (await send(route, {
        ...(order ? { id: order.id } : {}),
        body: order ? { ...body, version: order.version } : body,
        idempotencyKey: key.current,
      })) as PurchaseOrder; // each of the three replies with the order
      const final =
        then === "submit" && saved.steps.includes("submit")
          ? ((await send(purchaseOrders.submit, {
              id: saved.id,
              body: { version: saved.version },
              idempotencyKey: newKey(),
            })) as PurchaseOrder)
          : saved; // as above
      if (order) recordChanged(client, purchaseOrders, final);
      else recordAdded(client, purchaseOrders, final);
      isDone.current = true;
      const isOnItsWay = isAmendment && final.status === "sent";
      const done = isOnItsWay
        ? t`Revision ${final.revision} is on its way to the vendor`
        : isAmendment
          ? t`The change needs an approver first`
          : t`Saved successfully`;
      toastDone(done, { line: final.number });
      go({ path: details, search: { id: final.id } });
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      refuse(refused.fields ?? {});
      if (refused.status !== 0) key.current = newKey(); // a refusal wrote nothing; without an answer the same key writes once
    } finally {
      setSaving(null);
    }
  };
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setTouched(true);
      set(value);
    };

  return (
    <Screen
      as="form"
      ref={root}
      noValidate
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault(); // it is saved by its buttons only
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void write("save");
      }}
    >
      <ScreenHead>
        <h1>
          {order ? isAmendment ? <Trans>Amend {order.number}</Trans> : order.number : <Trans>New purchase order</Trans>}
        </h1>
        {isAmendment && (
          <Text tone="dim">
            <Trans>The vendor gets revision {order.revision + 1} and answers again.</Trans>
          </Text>
        )}
      </ScreenHead>
      <ScreenBody>
        {problem && !problem.isSilent && (
          <Note icon="bad">
            {problem.message} {problem.status === 0 && <Trans>Your edit is kept.</Trans>}{" "}
            {problem.code === "stale_version" && <Trans>Open the order in another tab to compare.</Trans>}
          </Note>
        )}
        <FormScope value={{ form, schema, prefix: "" }}>
          <Fields inColumns>
            {isAmendment ? (
              <>
                <AmendField.Text name="reason" label={msg`Why it is amended`} autoFocus />
                <AmendField.Reference name="shipToLocationId" of={locations} label="name" title={msg`Deliver to`} />
                {problem?.code === "deliveries_undecided" || typed["onTheWay"] ? (
                  <>
                    <AmendField.Select name="onTheWay" label={msg`Deliveries that bring nothing any more`} />
                    <AmendField.Text name="keepReason" label={msg`Why their time is kept`} />
                  </>
                ) : null}
              </>
            ) : (
              <>
                <Field.Reference
                  name="vendorId"
                  of={vendors}
                  label="name"
                  title={msg`Vendor`}
                  autoFocus={order === null}
                />
                <Field.Reference name="shipToLocationId" of={locations} label="name" title={msg`Deliver to`} />
                <Field.Date name="requestedDate" label={msg`Needed by`} />
                <Field.Listed name="currency" />
              </>
            )}
            <Field.Number name="paymentTermsDays" label={msg`Payment terms`} unit="d" />
            <Field.Select name="incoterm" />
            <Field.Text name="incotermPlace" />
          </Fields>
          <OrderGrid lines={lines} vendorId={vendorId} currency={currency} errors={errors} onChange={edit(setLines)} />
          <div className={lineStyles.foot}>
            <Stack>
              <Field.Textarea name="vendorNotes" label={msg`Note to vendor`} />
              <Field.Textarea name="internalNotes" label={msg`For your team only`} />
            </Stack>
            <Stack gap={8}>
              {charges.map((charge, at) => {
                const change = (part: Partial<DraftCharge>) =>
                  edit(setCharges)(charges.map((one) => (one === charge ? { ...one, ...part } : one)));
                return (
                  <Row key={charge.key} isTight align="start">
                    <SelectInput
                      aria-label={t`Kind of charge ${at + 1}`}
                      value={charge.type}
                      data={chargeType.options.map((type) => ({ value: type, label: humanise(type) }))}
                      onChange={(type) => change({ type: chargeType.parse(type) })}
                    />
                    <TextInput
                      aria-label={t`Description of charge ${at + 1}`}
                      placeholder={t`Description`}
                      value={charge.description}
                      onChange={(event) => change({ description: event.currentTarget.value })}
                    />
                    <TextInput
                      aria-label={t`Amount of charge ${at + 1}`}
                      inputMode="decimal"
                      value={charge.amount}
                      error={errors[`charges.${at}.amount`]}
                      onChange={(event) => change({ amount: event.currentTarget.value })}
                    />
                  </Row>
                );
              })}
              <Row>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  onClick={() => edit(setCharges)([...charges, emptyCharge()])}
                >
                  <Trans>Add freight or another charge</Trans>
                </Button>
              </Row>
              <Sums
                rows={[
                  { label: <Trans>Lines</Trans>, value: fmt.money(totals.subtotal, currency) },
                  Number(totals.chargesTotal) !== 0 && {
                    label: <Trans>Charges</Trans>,
                    value: fmt.money(totals.chargesTotal, currency),
                  },
                  Number(totals.taxTotal) !== 0 && {
                    label: <Trans>Tax</Trans>,
                    value: fmt.money(totals.taxTotal, currency),
                  },
                  { label: <Trans>Total</Trans>, value: fmt.money(totals.total, currency), isTotal: true },
                ]}
              />
            </Stack>
          </div>
        </FormScope>
      </ScreenBody>
      <ScreenFoot>
        <Button
          variant="default"
          onClick={() =>
            go(order ? { path: details, search: { id: order.id } } : { path: "/warehouse/purchase-orders", search: {} })
          }
        >
          <Trans>Cancel</Trans>
        </Button>
        {isAmendment ? (
          <Button type="submit" loading={isSaving !== null}>
            <Trans>Send revision {order.revision + 1}</Trans>
          </Button>
        ) : (
          <>
            <Button type="submit" variant="default" loading={isSaving === "save"}>
              <Trans>Save draft</Trans>
            </Button>
            <Button loading={isSaving === "submit"} onClick={() => void write("submit")}>
              <Trans>Save and submit</Trans>
            </Button>
          </>
        )}
      </ScreenFoot>
      <LeaveGuard
        count={Math.max(1, changes)}
        isUnsaved={() => changes > 0 && !isDone.current}
        onDiscard={() => undefined}
      />
    </Screen>
  );
}
