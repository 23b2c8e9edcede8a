import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import { useDraft } from "#web/form/draft.tsx";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { dayAt } from "#web/ui/values/format.ts";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { Note } from "#web/ui/note.tsx";
import { ThreeWay } from "#web/shell/link/link-parts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { Fields, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { deliveryLinks, type LinkedDelivery } from "./link-page/delivery-links.contract.ts";
import starts from "./booking/free-starts.module.css";

type Kind = "approve" | "counter" | "decline";

/** What is typed, as it is kept until it is sent. */
interface TypedAnswer {
  readonly kind: Kind | null;
  readonly name: string;
  readonly note: string;
  readonly start: string | null;
}

/** One answer out of three, under a typed name. */
export function DeliveryAnswer({
  delivery,
  onAnswered,
}: {
  delivery: LinkedDelivery;
  onAnswered: (delivery: LinkedDelivery) => void;
}) {
  const { t } = useLingui();
  const fmt = useFormat();
  const group = useId();
  const draft = useDraft<TypedAnswer>(deliveryLinks.view.path, `${delivery.id} ${delivery.plannedStart}`);
  const kept = draft.kept?.values;
  const [isBack] = useState(kept !== undefined);
  const [kind, setKind] = useState<Kind | null>(kept?.kind ?? null);
  const [name, setName] = useState(kept?.name ?? "");
  const [note, setNote] = useState(kept?.note ?? "");
  const [start, setStart] = useState<string | null>(kept?.start ?? null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) draft.keep({ version: null, values: { kind, name, note, start } });
    isFirst.current = false;
    // With every letter, and with nothing else.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [kind, name, note, start]);
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isSending, setSending] = useState(false);
  const key = useRef(newKey());
  const kinds: readonly [Kind, IconName, string, "g" | "v" | "x"][] = [
    ["approve", "done", t`Accept`, "g"],
    ["counter", "wait", t`Another time`, "v"],
    ["decline", "bad", t`Decline`, "x"],
  ];
  const missing =
    kind === null
      ? t`Choose an answer`
      : kind === "counter" && start === null
        ? t`Choose a time`
        : kind === "decline" && note.trim().length < 3
          ? t`Say why`
          : name.trim().length < 2
            ? t`Type your name`
            : null;
  const verbs: Record<Kind, string> = {
    approve: t`Accept this time`,
    counter: start ? t`Ask for ${fmt.instant(start)}` : t`Ask for another time`,
    decline: t`Decline the delivery`,
  };

  const submit = async () => {
    if (missing !== null || kind === null || isSending) return;
    setSending(true);
    setProblem(null);
    const req = { id: delivery.id, idempotencyKey: key.current };
    const who = { name: name.trim() };
    try {
      const answered =
        kind === "approve"
          ? await call(deliveryLinks.approve, { ...req, body: { ...who, note } })
          : kind === "decline"
            ? await call(deliveryLinks.decline, { ...req, body: { ...who, reason: note } })
            : await call(deliveryLinks.counter, { ...req, body: { ...who, plannedStart: start ?? "", note } });
      draft.forget();
      onAnswered(answered);
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      if (refused.status !== 0) key.current = newKey(); // a refusal wrote nothing; without an answer the same key answers once
      if (refused.code === "taken") setStart(null);
    } finally {
      setSending(false);
    }
  };
  return (
    <Fields
      as="form"
      noValidate
      onKeyDown={handleFormKeys}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 id={group}>
        <Trans>Your answer</Trans>
      </h2>
      {isBack && (
        <Note icon="wait">
          <Trans>What you typed before is back. It is not sent yet.</Trans>
        </Note>
      )}
      <ThreeWay
        name={`${group}-kind`}
        labelledBy={group}
        choices={kinds.map(([value, icon, label, tone]) => [value, label, <Glyph key={value} icon={icon} />, tone])}
        chosen={kind}
        onChoose={(value) => (setKind(value), setProblem(null))}
      />
      {kind === "counter" && <OtherTimes delivery={delivery} start={start} onChoose={setStart} />}
      {kind !== null && (
        <Textarea
          size="sm"
          label={kind === "decline" ? t`Why you decline` : t`Note`}
          {...(kind === "decline" ? {} : { description: t`Optional` })}
          autosize
          minRows={2}
          maxLength={kind === "decline" ? 500 : 1000}
          value={note}
          error={problem?.fields?.["reason"] ?? problem?.fields?.["note"]}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      {kind !== null && (
        <TextInput
          size="sm"
          label={t`Your name`}
          autoComplete="name"
          maxLength={120}
          value={name}
          error={problem?.fields?.["name"]}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {problem && (
        <Note icon={problem.status === 409 ? "warn" : "bad"}>
          {problem.isSilent ? (
            <Trans>This page was open for too long. Open the link in the mail once more, then answer.</Trans>
          ) : (
            problem.message
          )}
        </Note>
      )}
      <Button type="submit" size="md" fullWidth disabled={missing !== null} loading={isSending}>
        {kind === null ? <Trans>Send answer</Trans> : verbs[kind]}
      </Button>
      <Text as="p" tone="dim" size="small" role="status">
        {missing ?? t`You can send one answer. Opening this page changes nothing.`}
      </Text>
    </Fields>
  );
}

/** The starts that are free on a day, in the site's time. */
function OtherTimes({
  delivery,
  start,
  onChoose,
}: {
  delivery: LinkedDelivery;
  start: string | null;
  onChoose: (start: string | null) => void;
}) {
  const { t } = useLingui();
  const fmt = useFormat();
  const group = useId();
  const planned = dayAt(start ?? delivery.plannedStart, delivery.location.timezone);
  const [date, setDate] = useState(planned > fmt.today() ? planned : fmt.today());
  const { data, error } = useQuery({
    queryKey: [deliveryLinks.times.path, delivery.id, date],
    queryFn: ({ signal }) => call(deliveryLinks.times, { id: delivery.id, query: { date }, signal }),
    meta: { quiet: true },
    retry: false,
  });
  const times = data?.times ?? [];
  const isTwice = (time: string) => times.filter(({ localTime }) => localTime === time).length > 1;
  return (
    <Stack gap={10}>
      <DateInput
        size="sm"
        isRequired
        label={t`Day`}
        min={fmt.today()}
        value={date}
        onCommit={(next) => {
          onChoose(null);
          setDate(next);
        }}
      />
      {error && <Note icon="bad">{asProblem(error).message}</Note>}
      {data && times.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>Nothing is free on this day. Choose another one.</Trans>
        </Text>
      )}
      {times.length > 0 && (
        <div role="radiogroup" aria-label={t`Free times`} className={starts.starts}>
          {times.map((one) => (
            <label key={one.start} className={starts.start} data-on={start === one.start || undefined}>
              <input type="radio" name={group} checked={start === one.start} onChange={() => onChoose(one.start)} />
              <bdi>
                {one.localTime}
                {isTwice(one.localTime) && ` ${one.offset}`}
              </bdi>
            </label>
          ))}
        </div>
      )}
    </Stack>
  );
}
