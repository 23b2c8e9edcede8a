import { useLingui } from "@lingui/react/macro";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { draftKey, dropDrafts } from "./drafts.web.ts";
import { LoadForm } from "./load-form.web.tsx";
import { DepartureForm, EndForm } from "./meter-form.web.tsx";
import { PartForm } from "./part-form.web.tsx";
import { ProofForm } from "./proof-form.web.tsx";
import { report, reportAndWait, type Said } from "./queue.web.ts";
import { ReasonForm } from "./reason-form.web.tsx";

/** What is asked before something is reported. */
export type Asked = AskedOfTrip | AskedOfStop | AskedOfDelivery;
type AskedOfTrip = { readonly what: "start" | "complete" | "pause" };
type AskedOfStop = { readonly what: "arrive" | "fail_stop" | "skip_stop"; readonly stop: OwnStop };
export type AskedOfDelivery = {
  readonly what: "load" | "load_nothing" | "part" | "fail" | "proof";
  readonly delivery: OwnDelivery;
};

/** What is asked as the trip stands now; null where what it is about is no longer on it. */
export function askedNow({ stops, deliveries }: OwnTrip, asked: Asked | null): Asked | null {
  if (asked === null) return null;
  if ("stop" in asked) {
    const stop = stops.find(({ id }) => id === asked.stop.id);
    return stop ? { ...asked, stop } : null;
  }
  if (!("delivery" in asked)) return asked;
  const delivery = deliveries.find(({ id }) => id === asked.delivery.id);
  return delivery ? { ...asked, delivery } : null;
}

interface AskProps<A> {
  trip: OwnTrip;
  asked: A;
  /** Something was reported. */
  onDone: () => void;
  onBack: () => void;
}

/** What has to be said with a report; it has the phone to itself. */
export function Ask({ trip, asked, onDone, onBack }: AskProps<Asked>) {
  if ("delivery" in asked) return <AskOfDelivery trip={trip} asked={asked} onDone={onDone} onBack={onBack} />;
  if ("stop" in asked) return <AskOfStop trip={trip} asked={asked} onDone={onDone} onBack={onBack} />;
  return <AskOfTrip trip={trip} asked={asked} onDone={onDone} onBack={onBack} />;
}

function AskOfTrip({ trip, asked: { what }, onDone, onBack }: AskProps<AskedOfTrip>) {
  const { t } = useLingui();
  const { id: tripId } = trip;
  const draft = draftKey(tripId, what);
  const say = (said: Said) => {
    void report(said);
    dropDrafts(draft);
    onDone();
  };
  if (what === "start")
    return (
      <DepartureForm
        trip={trip}
        draft={draft}
        onSay={(given) => say({ kind: "start", tripId, ...given })}
        onBack={onBack}
      />
    );
  if (what === "complete")
    return (
      <EndForm
        trip={trip}
        draft={draft}
        onSay={(meterValue) => say({ kind: "complete", tripId, meterValue })}
        onBack={onBack}
      />
    );
  return (
    <ReasonForm
      title={t`Take a break`}
      draft={draft}
      choices={[t`Rest`, t`Fuel`, t`Traffic`, t`Breakdown`]}
      onSay={(reason) => say({ kind: "pause", tripId, reason })}
      onBack={onBack}
    />
  );
}

function AskOfStop({ trip: { id: tripId }, asked: { what, stop }, onDone, onBack }: AskProps<AskedOfStop>) {
  const { t } = useLingui();
  const draft = draftKey(tripId, what, stop.id);
  const say = (reason: string) => {
    void report({ kind: what, tripId, stopId: stop.id, reason });
    dropDrafts(draft);
    onDone();
  };
  if (what === "arrive")
    return (
      <ReasonForm
        title={t`Another stop comes before this one. Why is this one first?`}
        draft={draft}
        choices={[t`Road is closed`, t`Asked by the dispatcher`, t`The other one is closed`]}
        onSay={say}
        onBack={onBack}
      />
    );
  return (
    <ReasonForm
      title={what === "fail_stop" ? t`What did not work here?` : t`Why is this stop skipped?`}
      draft={draft}
      choices={[t`Nobody was there`, t`They refused it`, t`No access`, t`Not needed any more`]}
      {...(what === "fail_stop" ? { hint: t`The consignee can read this.` } : {})}
      isDangerous
      onSay={say}
      onBack={onBack}
    />
  );
}

function AskOfDelivery({ trip: { id: tripId }, asked, onDone, onBack }: AskProps<AskedOfDelivery>) {
  const { t } = useLingui();
  const { what, delivery } = asked;
  const { id: deliveryId, lines } = delivery;
  const draft = draftKey(tripId, what, deliveryId);
  const say = (said: Said) => {
    void report(said);
    dropDrafts(...draftsSettledBy(tripId, deliveryId, said.kind));
    onDone();
  };
  const form = { delivery, draft, onBack };
  switch (what) {
    case "load":
      return <LoadForm {...form} onSay={(other) => say({ kind: "load_delivery", tripId, deliveryId, lines: other })} />;
    case "load_nothing":
      return (
        <ReasonForm
          {...form}
          title={t`Why did nothing of it come?`}
          choices={[t`Not ready`, t`Not there`, t`Does not fit on the vehicle`, t`Damaged`]}
          isDangerous
          onSay={(reason) => {
            const nothing = lines.map(({ id }) => ({ id, loadedQuantity: "0", reason }));
            say({ kind: "load_delivery", tripId, deliveryId, lines: nothing });
          }}
        />
      );
    case "part":
      return (
        <PartForm
          {...form}
          onSay={(other) => say({ kind: "deliver_partly", tripId, deliveryId, signerName: null, lines: other })}
        />
      );
    case "fail":
      return (
        <ReasonForm
          {...form}
          title={t`Why was nothing delivered?`}
          choices={[t`Nobody was there`, t`They refused it`, t`Wrong goods`, t`Damaged`]}
          hint={t`The consignee can read this.`}
          isDangerous
          onSay={(reason) => say({ kind: "fail_delivery", tripId, deliveryId, reason })}
        />
      );
    case "proof":
      return (
        <ProofForm
          {...form}
          onSay={(proof, picture) => void report({ kind: "prove_delivery", tripId, deliveryId, ...proof }, picture)}
          onTellCode={(proof) => reportAndWait({ kind: "prove_delivery", tripId, deliveryId, ...proof })}
          onDone={onDone}
        />
      );
  }
}

/** What was begun and is said by a report of this kind. */
export function draftsSettledBy(tripId: string, deliveryId: string, kind: Said["kind"]): string[] {
  const forms = kind === "load_delivery" ? ["load", "load_nothing"] : ["part", "fail"];
  return forms.map((what) => draftKey(tripId, what, deliveryId));
}
