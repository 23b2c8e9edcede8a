import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { add } from "#shared/format/money.ts";
import { convertPrice } from "#shared/format/units.ts";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { Note } from "#web/ui/note.tsx";
import { LinkColumns } from "#web/shell/link/link-parts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { useDraft } from "#web/form/draft.tsx";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { Fields, ItemList, Row } from "#web/ui/layout/layout.tsx";
import { Sums } from "../lines/sums.web.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { lineTotal } from "../lines/order-totals.ts";
import { purchaseOrders } from "../purchase-orders.contract.ts";
import type { Choice, LineAnswer } from "./line-answer.web.ts";
import { VendorLine } from "./vendor-line.web.tsx";
import { vendorPages, type VendorPage } from "./vendor-page.contract.ts";
import styles from "./vendor-page.module.css";
import { itemStates } from "../lines/lines.contract.ts";

/** What the vendor has typed, as it is kept until it is sent. */
interface TypedAnswer {
  readonly answers: Readonly<Record<string, LineAnswer>>;
  readonly name: string;
  readonly reference: string;
  readonly note: string;
}

interface VendorAnswerProps {
  order: VendorPage;
  /** The page for declining begins with every line declined. */
  startsWith: Choice;
  onSent: (order: VendorPage) => void;
}

/** A line as it is asked for, before anything is typed. */
function answerTo(item: VendorPage["items"][number], choice: Choice, locale: string): LineAnswer {
  return {
    choice,
    qty: decimalShown(item.orderedQty, locale),
    unitPrice: decimalShown(item.unitPrice, locale),
    priceUnit: { uom: item.uom, qtyPerUom: item.qtyPerUom },
    date: item.promisedDate ?? item.requestedDate,
    note: "",
  };
}

/** The lines with a three-way choice each, and the answer beside them; it can be sent once every line is answered. */
export function VendorAnswer({ order, startsWith, onSent }: VendorAnswerProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const open = order.items.filter(({ status }) => !inGroup(itemStates, "over", status));
  const draft = useDraft<TypedAnswer>(vendorPages.read.path, `${order.id} ${order.revision} ${startsWith ?? "each"}`);
  const kept = draft.kept?.values;
  const [isBack] = useState(kept !== undefined);
  const [answers, setAnswers] = useState<Readonly<Record<string, LineAnswer>>>(() =>
    Object.fromEntries(open.map((item) => [item.id, kept?.answers[item.id] ?? answerTo(item, startsWith, fmt.locale)])),
  );
  const [name, setName] = useState(kept?.name ?? "");
  const [reference, setReference] = useState(kept?.reference ?? "");
  const [note, setNote] = useState(kept?.note ?? "");
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) draft.keep({ version: order.revision, values: { answers, name, reference, note } });
    isFirst.current = false;
    // With every letter, and with nothing else.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [answers, name, reference, note]);
  const [mayAnswer, setMayAnswer] = useState(false);
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isSending, setSending] = useState(false);
  const key = useRef(newKey());

  const count = (choice: Choice) => open.filter(({ id }) => answers[id]?.choice === choice).length;
  const stillOpen = count(null);
  const typed = (text: string) => decimalTyped(text, fmt.locale);
  const isDecimal = (text: string) => /^\d+(\.\d+)?$/.test(text);
  const offered = (item: VendorPage["items"][number]): string => {
    const answer = answers[item.id];
    if (!answer || answer.choice === "reject" || answer.choice === null) return "0";
    if (answer.choice === "accept" || !isDecimal(typed(answer.qty)) || !isDecimal(typed(answer.unitPrice)))
      return item.lineTotal;
    return lineTotal({
      orderedQty: typed(answer.qty),
      unitPrice: convertPrice(typed(answer.unitPrice), answer.priceUnit, item).price,
      discountPct: item.discountPct,
    });
  };
  const reason =
    stillOpen > 0
      ? stillOpen === 1
        ? t`One line is still open`
        : t`${stillOpen} lines are still open`
      : name.trim().length < 2
        ? t`Type your name`
        : mayAnswer
          ? null
          : t`Say that you may answer`;
  const change = (id: string, part: Partial<LineAnswer>) =>
    setAnswers((before) => ({ ...before, [id]: { ...(before[id] as LineAnswer), ...part } })); // every open line has one
  const answerAll = (choice: Choice) =>
    setAnswers((before) =>
      Object.fromEntries(
        Object.entries(before).map(([id, answer]) => [id, answer.choice === null ? { ...answer, choice } : answer]),
      ),
    );

  const finish = (answered: VendorPage) => {
    draft.forget();
    onSent(answered);
  };
  const submit = async () => {
    setSending(true);
    setProblem(null);
    const who = { name: name.trim() };
    const req = { id: order.id, idempotencyKey: key.current };
    try {
      if (order.status === "sent" && count("accept") === open.length)
        return finish(
          await call(purchaseOrders.confirm, { ...req, body: { ...who, vendorReference: reference, note } }),
        );
      if (order.status === "sent" && count("reject") === open.length)
        return finish(await call(purchaseOrders.decline, { ...req, body: { ...who, reason: note } }));
      const lines = open.map(({ id }) => {
        const answer = answers[id] as LineAnswer; // as above
        const isChange = answer.choice === "change";
        return {
          itemId: id,
          answer: answer.choice ?? "accept",
          qty: isChange ? typed(answer.qty) : null,
          unitPrice: isChange ? typed(answer.unitPrice) : null,
          priceUom: isChange ? answer.priceUnit.uom : null,
          priceQtyPerUom: isChange ? answer.priceUnit.qtyPerUom : null,
          date: isChange ? answer.date : null,
          note: answer.note,
        };
      });
      finish(await call(purchaseOrders.propose, { ...req, body: { ...who, vendorReference: reference, note, lines } }));
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      if (refused.status !== 0) key.current = newKey();
    } finally {
      setSending(false);
    }
  };
  const tally: readonly [IconName, string, number][] = [
    ["done", t`Confirmed`, count("accept")],
    ["wait", t`Changed`, count("change")],
    ["bad", t`Declined`, count("reject")],
    ["open", t`Still open`, stillOpen],
  ];
  const declinesAll = open.length > 0 && count("reject") === open.length;

  return (
    <LinkColumns
      answer={
        order.mayAnswer && (
          <Fields>
            <h2>
              <Trans>Your answer</Trans>
            </h2>
            {isBack && (
              <Note icon="wait">
                <Trans>What you typed before is back. It is not sent yet.</Trans>
              </Note>
            )}
            <ItemList>
              {tally.map(([icon, label, n]) => (
                <li key={label}>
                  <Glyph icon={icon} /> {label}
                  <Row atEnd>{n === 1 ? t`1 line` : t`${n} lines`}</Row>
                </li>
              ))}
            </ItemList>
            {stillOpen > 0 && (
              <Row>
                <Button variant="subtle" onClick={() => answerAll("accept")}>
                  {stillOpen === 1 ? (
                    <Trans>Confirm the open line</Trans>
                  ) : (
                    <Trans>Confirm the {stillOpen} open lines</Trans>
                  )}
                </Button>
              </Row>
            )}
            <Sums
              rows={[
                { label: <Trans>They asked</Trans>, value: fmt.money(order.subtotal, order.currency) },
                {
                  label: stillOpen > 0 ? <Trans>You offer so far</Trans> : <Trans>You offer</Trans>,
                  value: fmt.money(add(...open.map(offered)), order.currency),
                  isTotal: true,
                },
              ]}
            />
            <Textarea
              size="sm"
              label={declinesAll ? t`Why you decline` : t`Note to the buyer`}
              autosize
              minRows={2}
              maxLength={500}
              value={note}
              error={problem?.fields?.["reason"] ?? problem?.fields?.["note"]}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {!declinesAll && (
              <TextInput
                size="sm"
                label={t`Your order number`}
                description={t`Optional`}
                maxLength={60}
                value={reference}
                onChange={(event) => setReference(event.currentTarget.value)}
              />
            )}
            <TextInput
              size="sm"
              label={t`Your name`}
              description={t`Kept with your answer.`}
              autoComplete="name"
              maxLength={120}
              value={name}
              error={problem?.fields?.["name"]}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              label={t`I may answer for ${order.vendorName}`}
              checked={mayAnswer}
              onChange={(event) => setMayAnswer(event.currentTarget.checked)}
            />
            {problem && (
              <Note icon="bad" isUrgent>
                {problem.message}
              </Note>
            )}
            <Button size="md" fullWidth disabled={reason !== null} loading={isSending} onClick={() => void submit()}>
              <Trans>Send answer</Trans>
            </Button>
            <Text as="p" tone="dim" size="small" role="status">
              {reason ?? t`You can send one answer. Opening this page changes nothing.`}
            </Text>
          </Fields>
        )
      }
    >
      <div data-alone={order.mayAnswer ? undefined : order.answer ? "answered" : ""}>
        <div className={styles.lineHead} aria-hidden>
          <span>
            <Trans>Line</Trans>
          </span>
          <span className={styles.end}>
            <Trans>Qty</Trans>
          </span>
          <span className={styles.end}>
            <Trans>Price, {order.currency}</Trans>
          </span>
          <span className={styles.end}>
            <Trans>Total</Trans>
          </span>
          <span className={styles.end}>
            <Trans>By</Trans>
          </span>
          {(order.mayAnswer || order.answer) && (
            <span>
              <Trans>Your answer</Trans>
            </span>
          )}
        </div>
        {order.items.map((item) => (
          <VendorLine
            key={item.id}
            item={item}
            order={order}
            answer={order.mayAnswer ? answers[item.id] : undefined}
            fields={problem?.fields ?? {}}
            at={open.indexOf(item)}
            onChange={(part) => change(item.id, part)}
          />
        ))}
      </div>
    </LinkColumns>
  );
}
