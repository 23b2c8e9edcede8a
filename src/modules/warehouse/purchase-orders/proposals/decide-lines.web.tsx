import { Button, TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconArrowBackUp from "@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { compare } from "#shared/format/money.ts";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { ThreeWay } from "#web/shell/link/link-parts.tsx";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { ItemList, Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code } from "#web/ui/values/values.tsx";
import type { DecisionLine, Proposal } from "../lines/lines.contract.ts";
import { purchaseOrders, type PurchaseOrder } from "../purchase-orders.contract.ts";

type ProposalLine = Proposal["lines"][number];
type Offer = ProposalLine["asked"];

/** What somebody has chosen and typed for one line. */
interface Choice {
  readonly decision: DecisionLine["decision"] | null;
  readonly qty: string;
  readonly unitPrice: string;
  readonly date: string;
}

type Choices = Readonly<Record<string, Choice>>;

interface DecideLinesProps {
  order: PurchaseOrder;
  proposal: Proposal;
  /** What the server refused of the lines, by their path. */
  refused: Readonly<Record<string, string>>;
  onDecide: (lines: readonly DecisionLine[]) => void;
}

/** Each line that the vendor changes: what was asked, what they offer, and the buyer's choice; it goes out once all are chosen. */
export function DecideLines({ order, proposal, refused, onDecide }: DecideLinesProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const changed = proposal.lines.filter(({ answer }) => answer !== "accept");
  // Decided, the proposal is another one: nothing has to be forgotten.
  const draft = useDraft<Choices>(purchaseOrders.acceptProposal.path, `${order.id} ${proposal.id}`);
  const [choices, setChoices] = useState<Choices>(() => ({
    ...Object.fromEntries(changed.map((line) => [line.itemId, unchosen(line, locale)])),
    ...draft.kept?.values,
  }));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(refused).length > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const open = changed.filter(({ itemId }) => !choices[itemId]?.decision).length;
  const decide = () =>
    onDecide(
      changed.flatMap(({ itemId }): DecisionLine[] => {
        const { decision = null, qty = "", unitPrice = "", date = "" } = choices[itemId] ?? {};
        if (decision === null) return [];
        if (decision !== "counter") return [{ itemId, decision, qty: null, unitPrice: null, date: null }];
        const typed = { qty: decimalTyped(qty, locale), unitPrice: decimalTyped(unitPrice, locale), date };
        return [{ itemId, decision, ...typed }];
      }),
    );
  return (
    <Section title={<Trans>Decide line by line</Trans>}>
      <Stack ref={box} gap={8}>
        {draft.kept && <DraftNote />}
        <ItemList>
          {changed.map((line, at) => (
            <DecideLine
              key={line.itemId}
              line={line}
              order={order}
              choice={choices[line.itemId] ?? unchosen(line, locale)}
              error={(name) => refused[`lines.${at}.${name}`]}
              onChange={(part) => {
                const before = choices[line.itemId] ?? unchosen(line, locale);
                const values = { ...choices, [line.itemId]: { ...before, ...part } };
                setChoices(values);
                draft.keep({ version: null, values });
              }}
            />
          ))}
        </ItemList>
        <Row justify="end">
          <Text tone="dim" size="small" role="status">
            {open === 1 ? t`One line is still open` : open > 1 ? t`${open} lines are still open` : null}
          </Text>
          <Button variant="default" disabled={open > 0} onClick={decide}>
            <Trans>Send what is decided</Trans>
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}

/** A counter-offer begins with what was proposed. */
function unchosen({ offered, asked }: ProposalLine, locale: string): Choice {
  const { qty, unitPrice, date } = offered ?? asked;
  return { decision: null, qty: decimalShown(qty, locale), unitPrice: decimalShown(unitPrice, locale), date };
}

interface DecideLineProps {
  line: ProposalLine;
  order: PurchaseOrder;
  choice: Choice;
  error: (name: keyof DecisionLine) => string | undefined;
  onChange: (part: Partial<Choice>) => void;
}

function DecideLine({ line, order, choice, error, onChange }: DecideLineProps) {
  const { t } = useLingui();
  const id = useId();
  const { lineNo, asked, offered, note } = line;
  const choices: readonly [DecisionLine["decision"], string, ReactNode, "g" | "v" | "x"][] = [
    ["accept", t`Accept`, <IconCheck key="accept" size={14} stroke={1.9} aria-hidden />, "g"],
    ["keep", t`Keep ours`, <IconArrowBackUp key="keep" size={14} stroke={1.9} aria-hidden />, "x"],
    ["counter", t`Counter`, <IconPencil key="counter" size={14} stroke={1.9} aria-hidden />, "v"],
  ];
  return (
    <li>
      <div id={id} style={{ flex: "1 1 190px" }}>
        <Text weight={500} shape="block">
          {lineNo}. {line.description}
        </Text>
        <Text tone="dim" size="small" shape="block">
          <Code>{line.sku}</Code>
        </Text>
      </div>
      <div style={{ flex: "2 1 240px" }}>
        <Text tone="dim" size="small" shape="block">
          <Trans>asked</Trans> <Terms of={asked} beside={null} line={line} order={order} />
        </Text>
        <span>
          {offered ? <Terms of={offered} beside={asked} line={line} order={order} /> : <Trans>not supplied</Trans>}
          {note && <Text tone="dim"> “{note}”</Text>}
        </span>
        {error("decision") && (
          <Text tone="bad" shape="block">
            {error("decision")}
          </Text>
        )}
      </div>
      <ThreeWay
        name={id}
        labelledBy={id}
        choices={choices}
        chosen={choice.decision}
        onChoose={(decision) => onChange({ decision })}
      />
      {choice.decision === "counter" && (
        <div style={{ flex: "1 0 100%" }}>
          <Row align="start">
            <TextInput
              size="sm"
              w={120}
              label={t`Quantity`}
              aria-label={t`Quantity that we ask for, line ${lineNo}`}
              inputMode="decimal"
              value={choice.qty}
              error={error("qty")}
              onChange={(event) => onChange({ qty: event.currentTarget.value })}
            />
            <TextInput
              size="sm"
              w={120}
              label={t`Price`}
              aria-label={t`Price that we ask for, line ${lineNo}`}
              inputMode="decimal"
              value={choice.unitPrice}
              error={error("unitPrice")}
              onChange={(event) => onChange({ unitPrice: event.currentTarget.value })}
            />
            <DateInput
              size="sm"
              w={150}
              label={t`Date`}
              aria-label={t`Date that we ask for, line ${lineNo}`}
              value={choice.date}
              error={error("date")}
              onChange={(date) => onChange({ date })}
            />
          </Row>
        </div>
      )}
    </li>
  );
}

/** Quantity, price and date of a line in one phrase; what differs from what was asked stands out. */
function Terms({
  of: terms,
  beside,
  line,
  order,
}: {
  of: Offer;
  beside: Offer | null;
  line: ProposalLine;
  order: PurchaseOrder;
}) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const unit = { uom: line.uom, qtyPerUom: line.qtyPerUom ?? "1" };
  const off = order.items.find(({ id }) => id === line.itemId)?.discountPct ?? "0";
  const percent = fmt.quantity(off);
  const said = {
    qty: units.count(terms.qty, unit, line.baseUom),
    unitPrice: `${fmt.amount(terms.unitPrice, order.currency)}${compare(off, "0") === 0 ? "" : ` ${t`less ${percent} %`}`}`,
    date: fmt.date(terms.date),
  };
  return (["qty", "unitPrice", "date"] as const).map((key, n) => (
    <span key={key}>
      {n > 0 && " · "}
      {beside && beside[key] !== terms[key] ? <b>{said[key]}</b> : said[key]}
    </span>
  ));
}
