import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { compare } from "#shared/format/money.ts";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import type { FormValues } from "#web/form/fields/values.ts";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { dayAt } from "#web/ui/values/format.ts";
import { Door } from "#web/ui/marks.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Note } from "#web/ui/note.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LeaveGuard } from "#web/form/leave-guard.tsx";
import { FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { recordAdded } from "#web/list/data/cache.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Screen, ScreenBody, ScreenFoot, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Fields, Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import type { Location } from "#modules/settings/locations/locations.contract.ts";
import { docks } from "../../docks/docks.contract.ts";
import { purchaseOrders, type PurchaseOrder } from "../../purchase-orders/purchase-orders.contract.ts";
import { CarrierFields } from "../carrier-fields.web.tsx";
import { BookingLines, linesOf, startQuantities } from "./booking-lines.web.tsx";
import { deliverySchedules, newDeliveryScheduleInput } from "../delivery-schedules.contract.ts";
import { cityOf, deliveriesPath, detailsPath } from "../delivery-schedules.status.web.ts";
import { FreeStarts, type Place } from "./free-starts.web.tsx";
import { Refused } from "./refused.web.tsx";

const details = newDeliveryScheduleInput.pick({
  carrierId: true,
  carrierEmail: true,
  tractorPlate: true,
  expectedPallets: true,
  askParty: true,
  notesPublic: true,
  notesInternal: true,
});
const Field = fieldsOf(details);
export const durations = [15, 30, 45, 60, 90, 120, 180, 240, 360] as const;

/** What is typed and chosen, as it is kept until the dock is booked. */
interface Typed {
  readonly fields: FormValues | null;
  readonly quantities: Readonly<Record<string, string>>;
  readonly date: string;
  readonly minutes: number;
  readonly place: Place | null;
}

interface BookingFormProps {
  order: PurchaseOrder | null;
  site: Location;
  startDate: string | null;
}

export function BookingForm(props: BookingFormProps) {
  return (
    <SiteZone value={props.site.timezone}>
      <Booking {...props} />
    </SiteZone>
  );
}

/** What comes, when and at which dock, and who brings it. */
function Booking({ order, site, startDate }: BookingFormProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const client = useQueryClient();
  const { go } = useAddress();
  const maySchedule = useMay()("CAN_SCHEDULE_DOCK");
  const open = order?.items.filter(({ openQty }) => compare(openQty, "0") > 0) ?? [];
  const wished = startDate ?? order?.promisedDate ?? order?.requestedDate ?? "";
  const draft = useDraft<Typed>(deliverySchedules.create.path, `${order?.id ?? "new"} ${site.id}`);
  const kept = draft.kept?.values;
  const [date, setDate] = useState(() => kept?.date ?? (wished > fmt.today() ? wished : fmt.today()));
  const [minutes, setMinutes] = useState(kept?.minutes ?? 60);
  const [place, setPlace] = useState<Place | null>(kept?.place ?? null);
  const [start] = useState(() => startQuantities(open, fmt.locale));
  const [typed, setTyped] = useState(() => ({ ...start, ...kept?.quantities }));
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isSending, setSending] = useState(false);
  const fields = useRef(kept?.fields ?? null);
  const keep = () =>
    draft.keep({ version: null, values: { fields: fields.current, quantities: typed, date, minutes, place } });
  const {
    form,
    root,
    changed,
    input: judge,
    refuse,
  } = useFieldsForm(details, null, {
    kept: fields.current,
    onChange: (values) => {
      fields.current = values;
      keep();
    },
  });
  const isTyped = place !== null || changed.length > 0 || open.some(({ id }) => typed[id] !== start[id]);
  useEffect(() => {
    if (isTyped) keep();
    // With every choice, and with nothing else.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [date, minutes, place, typed]);
  const isDone = useRef(false);
  const key = useRef(newKey());
  const lines = linesOf(open, typed, fmt.locale);
  const lineErrors = Object.fromEntries(
    Object.entries(problem?.fields ?? {}).flatMap(([path, sentence]) => {
      const id = lines[Number(/^lines\.(\d+)/.exec(path)?.[1] ?? -1)]?.purchaseOrderItemId;
      return id ? [[id, sentence]] : [];
    }),
  );

  const hasNothing = order !== null && lines.length === 0;
  const choose = (next: Place | null) => {
    setPlace(next);
    setProblem(null);
  };
  const book = async () => {
    const input = judge();
    if (!input || !place || hasNothing || isSending) return;
    setSending(true);
    setProblem(null);
    try {
      const { dockId, plannedStart, plannedEnd } = place;
      const saved = await call(deliverySchedules.create, {
        body: {
          ...input,
          vendorId: order?.vendorId ?? null,
          locationId: site.id,
          dockId,
          plannedStart,
          plannedEnd,
          lines,
        },
        idempotencyKey: key.current,
      });
      isDone.current = true;
      draft.forget();
      recordAdded(client, deliverySchedules, saved);
      for (const path of [purchaseOrders.list.path, deliverySchedules.board.path, docks.availability.path])
        void client.invalidateQueries({ queryKey: [path] });
      toastDone(saved.status === "scheduled" ? t`${saved.number} is booked` : t`${saved.number} waits for an answer`, {
        line: t`Dock ${saved.dockCode ?? ""}, ${fmt.instant(saved.plannedStart)}`,
      });
      go({ path: detailsPath, search: { id: saved.id } });
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      refuse(refused.fields ?? {});
      if (refused.status !== 0) key.current = newKey(); // a refusal wrote nothing; without an answer the same key books once
      void client.invalidateQueries({ queryKey: [docks.availability.path] });
    } finally {
      setSending(false);
    }
  };
  const own = Object.entries(problem?.fields ?? {}).filter(
    ([path]) => !(path in details.shape) && !path.startsWith("lines."),
  );

  return (
    <Screen
      as="form"
      ref={root}
      noValidate
      onKeyDown={handleFormKeys}
      onSubmit={(event) => {
        event.preventDefault();
        void book();
      }}
    >
      <ScreenHead>
        <h1>
          {order ? (
            <Trans>
              Book a delivery for <RecordNumber>{order.number}</RecordNumber>
            </Trans>
          ) : (
            <Trans>Book a delivery</Trans>
          )}
        </h1>
        <Text tone="dim">
          {order && `${order.vendorName}, `}
          {site.name}
        </Text>
      </ScreenHead>
      <ScreenBody>
        {kept && isTyped && !problem && <DraftNote />}
        {order && (
          <Section title={<Trans>What it brings</Trans>}>
            {open.length > 0 ? (
              <BookingLines
                items={open}
                typed={typed}
                errors={lineErrors}
                onChange={(id, qty) => setTyped({ ...typed, [id]: qty })}
              />
            ) : (
              <Text as="p" tone="dim">
                <Trans>Nothing of this order is open any more.</Trans>
              </Text>
            )}
          </Section>
        )}
        <Section title={<Trans>When and at which dock</Trans>}>
          <Row justify="end">
            <SelectInput
              label={t`It takes`}
              value={String(minutes)}
              data={durations.map((n) => ({
                value: String(n),
                label: n < 60 ? t`${n} min` : n % 60 === 0 ? t`${n / 60} h` : t`${Math.floor(n / 60)} h ${n % 60} min`,
              }))}
              onChange={(next) => {
                setMinutes(Number(next));
                choose(null);
              }}
            />
          </Row>
          <FreeStarts
            locationId={site.id}
            date={date}
            minutes={minutes}
            chosen={place}
            onDate={(next) => {
              setDate(next);
              choose(null);
            }}
            onChoose={choose}
          />
        </Section>
        <Section title={<Trans>Who brings it</Trans>}>
          <FormScope value={{ form: form, schema: details, prefix: "" }}>
            <Fields inColumns>
              <CarrierFields />
              <Field.Text name="tractorPlate" label={msg`Number plate`} />
              <Field.Number name="expectedPallets" label={msg`Pallets`} />
              {maySchedule && (
                <Field.Select
                  name="askParty"
                  label={msg`Who must accept it first`}
                  statusStyles={{
                    none: { icon: "open", label: msg`Nobody, it counts at once` },
                    vendor: { icon: "wait", label: msg`The vendor, by mail` },
                    carrier: { icon: "wait", label: msg`The carrier, by mail` },
                  }}
                />
              )}
              <Field.Textarea name="notesPublic" label={msg`Note for vendor and carrier`} />
              <Field.Textarea name="notesInternal" label={msg`For your team only`} />
            </Fields>
          </FormScope>
          {!maySchedule && (
            <Text as="p" tone="dim">
              <Trans>The dock office approves it before it counts.</Trans>
            </Text>
          )}
        </Section>
      </ScreenBody>
      {problem && !problem.isSilent && (
        <ScreenFoot>
          <Stack gap={6}>
            <Refused
              problem={problem}
              onChoose={(next) => {
                setDate(dayAt(next.plannedStart, site.timezone));
                choose(next);
              }}
            />
            {own.map(([path, sentence]) => (
              <Note key={path} icon="bad">
                {sentence}
              </Note>
            ))}
          </Stack>
        </ScreenFoot>
      )}
      <ScreenFoot>
        <Text grows role="status">
          {hasNothing ? (
            <Text tone="dim">
              <Trans>Say what it brings: give at least one line a quantity.</Trans>
            </Text>
          ) : place ? (
            <>
              <Door number={place.dockCode} />{" "}
              <span>
                <b>
                  {fmt.instant(place.plannedStart)} – {fmt.time(place.plannedEnd)}
                </b>{" "}
                <Text tone="dim">
                  <Trans>
                    {cityOf(site.timezone)} time, {minutes} min
                  </Trans>
                </Text>
              </span>
            </>
          ) : (
            <Text tone="dim">
              <Trans>Choose a free time above.</Trans>
            </Text>
          )}
        </Text>
        <Button
          variant="default"
          component="a"
          href={order ? recordHref("/warehouse/purchase-orders/details", order.id) : deliveriesPath}
        >
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={!place || hasNothing} loading={isSending}>
          {maySchedule ? <Trans>Book the dock</Trans> : <Trans>Request the dock</Trans>}
        </Button>
      </ScreenFoot>
      <LeaveGuard count={1} isUnsaved={() => isTyped && !isDone.current} onDiscard={draft.forget} />
    </Screen>
  );
}
