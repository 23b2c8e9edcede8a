import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { asProblem } from "#web/api/problem.ts";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { InputDialog } from "#web/form/input-dialog.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { compare } from "#shared/format/money.ts";
import type { DecisionLine } from "../lines/lines.contract.ts";
import { purchaseOrders, type PurchaseOrder } from "../purchase-orders.contract.ts";
import { acceptance } from "../steps/changes.contract.ts";

const DecideLines = lazyPart(() => import("./decide-lines.web.tsx"), "DecideLines");
const acceptInput = acceptance.omit({ lines: true });

/**
 * The vendor's answer that waits for the buyer: what it changes, the total before and after, and the ways on. The whole of
 * it is accepted or refused, or each line is decided.
 */
export function ProposalDecision({ order }: { order: PurchaseOrder }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const step = useStep(purchaseOrders, { quiet: true }); // its dialogs say what was refused
  const [asked, setAsked] = useState<"accept" | "refuse" | readonly DecisionLine[] | null>(null);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const { proposal } = order;
  if (proposal?.state !== "pending") return null;
  const isComing = order.items.some(({ scheduledQty }) => compare(scheduledQty, "0") > 0);
  const changes = proposal.lines.filter(({ answer }) => answer === "change").length;
  const rejected = proposal.lines.filter(({ answer }) => answer === "reject").length;
  const what = [
    changes === 1 ? t`1 change` : changes > 1 ? t`${changes} changes` : null,
    rejected === 1 ? t`1 line they cannot supply` : rejected > 1 ? t`${rejected} lines they cannot supply` : null,
  ]
    .filter(Boolean)
    .join(t` and `);
  const run = async (name: "acceptProposal" | "refuseProposal", input: Record<string, unknown>) => {
    const after = (await step.mutateAsync({ route: purchaseOrders[name], record: order, input })) as PurchaseOrder; // the step's reply
    setAsked(null);
    if (after.status === "pending_approval")
      return toastDone(t`The change needs an approver first`, { line: after.number });
    const done = { acceptProposal: "lines" in input ? t`Changes decided` : t`Changes accepted` };
    toastDone(name === "acceptProposal" ? done.acceptProposal : t`Changes refused`, {
      line: t`${order.vendorName} is told by mail.`,
    });
  };
  const lines = typeof asked === "string" ? null : asked;
  const count = (decision: DecisionLine["decision"]) => lines?.filter((line) => line.decision === decision).length ?? 0;
  /** What is refused of a line stands in its fields, not in the dialog. */
  const runLines = async (input: Record<string, unknown>) => {
    try {
      await run("acceptProposal", { ...input, lines });
    } catch (error) {
      const { fields = {} } = asProblem(error);
      if (!Object.keys(fields).some((path) => path.startsWith("lines."))) throw error;
      setRefused(fields);
    }
  };
  const decide = (decided: readonly DecisionLine[]) => {
    setRefused({});
    const is = (decision: DecisionLine["decision"]) => decided.every((line) => line.decision === decision);
    setAsked(is("accept") ? "accept" : is("keep") ? "refuse" : decided);
  };
  const input = isComing ? acceptInput : acceptInput.omit({ onTheWay: true, keepReason: true });
  const refuseInput = inputOf(purchaseOrders.refuseProposal);
  return (
    <>
      <Note
        icon="wait"
        actions={
          order.steps.includes("acceptProposal") && (
            <>
              <Button variant="default" onClick={() => setAsked("refuse")}>
                <Trans>Refuse all</Trans>
              </Button>
              <Button onClick={() => setAsked("accept")} loading={step.isPending}>
                <Trans>Accept the changes</Trans>
              </Button>
            </>
          )
        }
      >
        <b>{what}.</b> <Trans>Total</Trans> {fmt.money(proposal.askedTotal, order.currency)} →{" "}
        <b>{fmt.money(proposal.offeredTotal, order.currency)}</b>
        {proposal.note && (
          <div>
            “{proposal.note}” {proposal.submittedBy}
          </div>
        )}
      </Note>
      {order.steps.includes("acceptProposal") && (
        <DecideLines key={proposal.id} order={order} proposal={proposal} refused={refused} onDecide={decide} />
      )}
      {asked === "accept" && (
        <InputDialog
          title={<Trans>Accept what {order.vendorName} offers?</Trans>}
          verb={t`Accept the changes`}
          schema={input}
          draft={[purchaseOrders.acceptProposal.path, order.id]}
          onSubmit={(input) => run("acceptProposal", input)}
          onClose={() => setAsked(null)}
        >
          <Trans>
            The order becomes revision {order.revision + 1} with the vendor’s quantities, prices and dates, and is sent
            to be confirmed. The old link ends.
          </Trans>{" "}
          {isComing && <Trans>Booked deliveries bring what is left.</Trans>}
        </InputDialog>
      )}
      {lines && (
        <InputDialog
          title={<Trans>Send this decision to {order.vendorName}?</Trans>}
          verb={t`Send what is decided`}
          schema={input}
          draft={[purchaseOrders.acceptProposal.path, order.id]}
          onSubmit={runLines}
          onClose={() => setAsked(null)}
        >
          <Trans>
            Of the lines that they change, {count("accept")} are accepted, {count("keep")} are kept as asked, and{" "}
            {count("counter")} get a counter-offer. The order becomes revision {order.revision + 1} and is sent to be
            confirmed. The old link ends.
          </Trans>{" "}
          {isComing && <Trans>Booked deliveries bring what is left.</Trans>}
        </InputDialog>
      )}
      {asked === "refuse" && refuseInput && (
        <InputDialog
          title={<Trans>Refuse the changes?</Trans>}
          verb={t`Refuse all`}
          schema={refuseInput}
          draft={[purchaseOrders.refuseProposal.path, order.id]}
          isDangerous
          onSubmit={(input) => run("refuseProposal", input)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
