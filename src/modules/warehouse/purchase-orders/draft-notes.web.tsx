import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import type { WebProblem } from "#web/api/problem.ts";
import { useHappened } from "#web/detail/happened.ts";
import { historyKey } from "#web/list/data/cache.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { purchaseOrders, type PurchaseOrder } from "./purchase-orders.contract.ts";

interface DraftNotesProps {
  /** Null: of a new order. */
  orderId: string | null;
  problem: WebProblem | null;
  /** What was typed before stands in the editor again. */
  isBack: boolean;
  onDiscard: () => void;
  /** Puts the edit on top of what is saved now. */
  onKeep: (current: PurchaseOrder) => void;
}

/** Above the editor: what was refused, who was faster, or that what was typed before is back. */
export function DraftNotes({ orderId, problem, isBack, onDiscard, onKeep }: DraftNotesProps) {
  const { t } = useLingui();
  const [isAsked, setAsked] = useState(false);
  /** The version that the edit was put on. */
  const [standsOn, setStandsOn] = useState<number | null>(null);
  const discard = (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        <Trans>Discard my edit</Trans>
      </Button>
      <ConfirmDialog
        title={<Trans>Discard what you typed?</Trans>}
        verb={t`Discard`}
        keep={t`Keep editing`}
        isDangerous
        isOpen={isAsked}
        onConfirm={onDiscard}
        onClose={() => setAsked(false)}
      >
        <Trans>Nothing of it was saved.</Trans>
      </ConfirmDialog>
    </>
  );
  // the server's `stale()` answers with the order as it is now
  const current = (problem?.details as { current?: PurchaseOrder } | undefined)?.current;
  if (problem?.code === "stale_version" && current)
    return (
      <Note
        icon="warn"
        isUrgent
        actions={
          <>
            {discard}
            <Button
              variant="default"
              onClick={() => {
                setStandsOn(current.version);
                onKeep(current);
              }}
            >
              <Trans>Keep my edit</Trans>
            </Button>
          </>
        }
      >
        <b>
          <Trans>This record changed meanwhile. Your edit is kept.</Trans>
        </b>{" "}
        {orderId !== null && <Faster orderId={orderId} version={current.version} />}
      </Note>
    );
  if (problem && !problem.isSilent)
    return (
      <Note icon="bad" isUrgent>
        {problem.message} {problem.status === 0 && <Trans>Your edit is kept.</Trans>}
      </Note>
    );
  if (orderId !== null && standsOn !== null)
    return (
      <Note icon="wait" actions={discard}>
        <StandsOn orderId={orderId} version={standsOn} />
      </Note>
    );
  if (!isBack) return null;
  return (
    <Note icon="wait" actions={discard}>
      <Trans>What you typed before is back. It is not saved yet.</Trans>
    </Note>
  );
}

/** The last that happened to the order, in the version that somebody else has saved. */
function useLast(orderId: string, version: number) {
  const { data } = useQuery({
    queryKey: [...historyKey(purchaseOrders, orderId), version],
    queryFn: ({ signal }) => call(purchaseOrders.history, { id: orderId, signal }),
  });
  return data?.items[0];
}

/** On whose words the edit stands that was kept, until it is saved. */
function StandsOn({ orderId, version }: { orderId: string; version: number }) {
  const happened = useHappened();
  const last = useLast(orderId, version);
  if (!last) return <Trans>Your edit stands on what was saved meanwhile. It is not saved yet.</Trans>;
  const name = happened.who(last);
  return <Trans>Your edit stands on what {name} saved now. It is not saved yet.</Trans>;
}

/** Who saved the version that stands there now, when, and what of it; with the way to it beside what is typed. */
function Faster({ orderId, version }: { orderId: string; version: number }) {
  const fmt = useFormat();
  const happened = useHappened();
  const last = useLast(orderId, version);
  return (
    <>
      {last && `${[happened.who(last), fmt.instant(last.at), happened.what(last)].join(" · ")}. `}
      <Text
        as="a"
        tone="link"
        href={`/warehouse/purchase-orders/details?id=${orderId}`}
        target="_blank"
        rel="noreferrer"
      >
        <Trans>Open the order in another tab to compare.</Trans>
      </Text>
    </>
  );
}
