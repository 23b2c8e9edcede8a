import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { call, send } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useDraft } from "#web/form/draft.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { LeaveGuard } from "#web/form/leave-guard.tsx";
import { FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { recordAdded, recordChanged } from "#web/list/data/cache.ts";
import { useAddress } from "#web/list/data/address.ts";
import { useRecord } from "#web/list/data/use-record.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Screen, ScreenBody, ScreenFoot, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Fields, Stack } from "#web/ui/layout/layout.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import { headOfCopy, linesOfCopy } from "./copied-order.web.ts";
import { DraftNotes } from "./draft-notes.web.tsx";
import {
  chargesInput,
  chargesOf,
  emptyLine,
  isBlank,
  itemsInput,
  linesOf,
  withNewKeys,
  type DraftCharge,
  type DraftLine,
} from "./lines/order-draft.web.ts";
import { chargesKept, linesKept, type Typed } from "./lines/kept-edit.web.ts";
import { OrderCharges } from "./lines/order-charges.web.tsx";
import { OrderGrid } from "./lines/order-grid.web.tsx";
import { lineErrorsOf, nothingRefused } from "./lines/order-refusal.web.ts";
import { useOnceFound, usePastedLines, type ChangeLines } from "./lines/use-pasted-lines.web.ts";
import { amendment } from "./steps/changes.contract.ts";
import { purchaseOrderInput, purchaseOrders, type PurchaseOrder } from "./purchase-orders.contract.ts";
import { useVendorTerms } from "./use-vendor-terms.web.ts";
import lineStyles from "./lines/order-lines.module.css";

const draftHead = purchaseOrderInput.omit({ items: true, charges: true });
const amendHead = amendment.omit({ items: true, charges: true });
const Field = fieldsOf(draftHead);
const AmendField = fieldsOf(amendHead);
const details = "/warehouse/purchase-orders/details";

interface EditorProps {
  order: PurchaseOrder | null;
  /** Whom a new one is for, where that is known. */
  vendorId?: string | null;
  /** What a new one is a copy of. */
  copied?: PurchaseOrder | null;
  onDiscarded: () => void;
}

/** The saved order, submitted; where that is refused it is a draft, which says so on its own page. */
async function submitted(saved: PurchaseOrder): Promise<PurchaseOrder> {
  try {
    return await call(purchaseOrders.submit, {
      id: saved.id,
      body: { version: saved.version },
      idempotencyKey: newKey(),
    });
  } catch (error) {
    toastProblem(error);
    return saved;
  }
}

/** An order being written: its head, its lines and charges; nothing typed is lost before it is saved or discarded. */
export function OrderEditor({ order: given, vendorId: start = null, copied = null, onDiscarded }: EditorProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { go } = useAddress();
  const client = useQueryClient();
  const [isAmendment] = useState(given !== null && given.status !== "draft");
  const schema = isAmendment ? amendHead : draftHead;
  const draft = useDraft<Typed>(
    purchaseOrders.list.path,
    given
      ? `${given.id}${isAmendment ? " amendment" : ""}`
      : copied
        ? `copy of ${copied.id}`
        : start && `new for ${start}`,
  );
  const kept = draft.kept?.values;
  /** What is typed is an edit of it; a later version is told on saving. A draft of before this program knew its order by version. */
  const [order, setOrder] = useState(
    kept?.base ?? (given && { ...given, version: draft.kept?.version ?? given.version }),
  );
  const [typedTimes, setTyped] = useState(0);
  const {
    form,
    root,
    changed,
    typed: typedHead,
    input: readHead,
    refuse,
    restart,
  } = useFieldsForm(
    schema,
    isAmendment
      ? { ...order, reason: "" }
      : (order ?? (copied ? headOfCopy(copied) : start === null ? null : { vendorId: start })),
    {
      kept: kept?.head ?? null,
      onChange: () => setTyped((n) => n + 1),
    },
  );
  const [lines, setLines] = useState<readonly DraftLine[]>(() =>
    kept
      ? withNewKeys(kept.lines)
      : order && order.items.length > 0
        ? linesOf(order, fmt.locale)
        : copied
          ? linesOfCopy(copied, fmt.locale)
          : [emptyLine()],
  );
  const [charges, setCharges] = useState<readonly DraftCharge[]>(() =>
    kept ? withNewKeys(kept.charges) : chargesOf(order ?? copied, fmt.locale),
  );
  const [isTouched, setTouched] = useState(kept !== undefined);
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [refusedLines, setRefusedLines] = useState(nothingRefused);
  const [isSaving, setSaving] = useState<"save" | "submit" | null>(null);
  const isDone = useRef(false);
  const key = useRef(newKey());
  useCrumb(order?.number ?? t`New`);

  const typed = typedHead();
  const vendorId = order && isAmendment ? order.vendorId : String(typed["vendorId"] ?? "");
  const vendor = useRecord(vendors, vendorId || null).record;
  const chosen = !isAmendment && vendor?.id === vendorId ? vendor : null;
  const currency =
    (isAmendment ? order?.currency : (typed["currency"] as string | null)) ||
    order?.currency ||
    vendor?.currency ||
    "EUR"; // a text or nothing, by the schema
  const minorUnit =
    order?.currency === currency
      ? order.minorUnit
      : (new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2);
  const changes = changed.length + (isTouched ? 1 : 0);
  useEffect(() => {
    if (changes > 0 && !isDone.current)
      draft.keep({ version: order?.version ?? null, values: { base: order, head: form.getValues(), lines, charges } });
    // With every letter, and with nothing else.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [typedTimes, lines, charges, order]);
  const changeLines: ChangeLines = useCallback((change) => {
    setTouched(true);
    setLines(change);
  }, []);
  useVendorTerms(chosen, { form, order, isBack: Boolean(kept?.head["vendorId"]), onChange: changeLines });
  const known = vendor?.id === vendorId ? vendorId : "";
  const waiting = usePastedLines({ lines, vendorId: known, currency, onChange: changeLines });
  const { asked, ask } = useOnceFound<"save" | "submit">(waiting, (then) => void write(then));
  const discard = () => {
    isDone.current = true;
    draft.forget();
    onDiscarded();
  };

  const write = async (then: "save" | "submit") => {
    const input = readHead();
    if (!input || isSaving) return;
    setSaving(then);
    setProblem(null);
    setRefusedLines(nothingRefused);
    const body = { ...input, items: itemsInput(lines, fmt.locale), charges: chargesInput(charges, fmt.locale) };
    try {
      const route = isAmendment ? purchaseOrders.amend : order ? purchaseOrders.update : purchaseOrders.create;
      const saved = (await send(route, {
        ...(order ? { id: order.id } : {}),
        body: order ? { ...body, version: order.version } : body,
        idempotencyKey: key.current,
      })) as PurchaseOrder; // each of the three replies with the order
      isDone.current = true;
      draft.forget();
      const final = then === "submit" && saved.steps.includes("submit") ? await submitted(saved) : saved;
      if (order) recordChanged(client, purchaseOrders, final);
      else recordAdded(client, purchaseOrders, final);
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
      isDone.current = false;
      setProblem(refused);
      setRefusedLines({ fields: refused.fields ?? {}, sent: lines.filter((line) => !isBlank(line)) });
      refuse(refused.fields ?? {});
      if (refused.status !== 0) key.current = newKey(); // a refusal wrote nothing; without an answer the same key writes once
    } finally {
      setSaving(null);
    }
  };

  return (
    <Screen
      as="form"
      ref={root}
      noValidate
      onKeyDown={handleFormKeys}
      onSubmit={(event) => {
        event.preventDefault();
        ask("save");
      }}
    >
      <ScreenHead>
        <h1>
          {order ? isAmendment ? <Trans>Amend {order.number}</Trans> : order.number : <Trans>New purchase order</Trans>}
        </h1>
        {order && isAmendment && (
          <Text tone="dim">
            <Trans>The vendor gets revision {order.revision + 1} and answers again.</Trans>
          </Text>
        )}
        {copied && (
          <Text tone="dim">
            <Trans>
              With what stands in {copied.number}. Choose when it is needed, and another vendor if you like.
            </Trans>
          </Text>
        )}
      </ScreenHead>
      <ScreenBody>
        <DraftNotes
          orderId={order?.id ?? null}
          problem={problem}
          isBack={kept !== undefined && changes > 0}
          onDiscard={discard}
          onKeep={(current) => {
            if (!order) return; // nobody else saves one that is new
            const meanwhile = { base: order, current, locale: fmt.locale };
            setOrder(current);
            setLines((mine) => linesKept(mine, meanwhile));
            setCharges((mine) => chargesKept(mine, meanwhile));
            restart(isAmendment ? { ...current, reason: "" } : current, { keepsChanges: true });
            setProblem(null);
          }}
        />
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
          <OrderGrid
            lines={lines}
            orderId={order?.id ?? null}
            vendorId={known}
            currency={currency}
            errors={lineErrorsOf(refusedLines, lines)}
            waiting={waiting}
            onChange={changeLines}
          />
          <div className={lineStyles.foot}>
            <Stack>
              <Field.Textarea name="vendorNotes" label={msg`Note to vendor`} />
              <Field.Textarea name="internalNotes" label={msg`For your team only`} />
            </Stack>
            <OrderCharges
              lines={lines}
              charges={charges}
              currency={currency}
              minorUnit={minorUnit}
              errors={problem?.fields ?? {}}
              onChange={(next) => {
                setTouched(true);
                setCharges(next);
              }}
            />
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
        {order && isAmendment ? (
          <Button type="submit" loading={(isSaving ?? asked) !== null}>
            <Trans>Send revision {order.revision + 1}</Trans>
          </Button>
        ) : (
          <>
            <Button type="submit" variant="default" loading={(isSaving ?? asked) === "save"}>
              <Trans>Save draft</Trans>
            </Button>
            <Button loading={(isSaving ?? asked) === "submit"} onClick={() => ask("submit")}>
              <Trans>Save and submit</Trans>
            </Button>
          </>
        )}
      </ScreenFoot>
      <LeaveGuard
        count={Math.max(1, changes)}
        isUnsaved={() => changes > 0 && !isDone.current}
        onDiscard={draft.forget}
      />
    </Screen>
  );
}
