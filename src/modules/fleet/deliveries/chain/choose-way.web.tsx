import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { deliverySchedules } from "../../../warehouse/delivery-schedules/delivery-schedules.contract.ts";
import { tripTimeline } from "../../trips/timeline/timeline.contract.ts";
import { fleetDeliveries } from "../deliveries.contract.ts";
import { deliveryChains, type ChainWay, type DeliveryChain } from "./chain.contract.ts";
import styles from "./chain.module.css";

/** What somebody chose stays chosen as long as it is still offered as it was; else the first that they may take is looked at. */
const keyOf = ({ kind, slot, trip }: ChainWay) => [kind, slot?.dockId, slot?.plannedStart, trip?.plannedStart].join();

/** The way that is looked at; null while there is none to choose. */
export function useChosenWay(ways: readonly ChainWay[]) {
  const [chosen, choose] = useState<string | null>(null);
  const way = ways.find((one) => keyOf(one) === chosen) ?? ways.find(({ isAllowed }) => isAllowed) ?? ways[0] ?? null;
  return { way, choose: (one: ChainWay) => choose(keyOf(one)) };
}

interface WaysProps {
  chain: DeliveryChain;
  way: ChainWay;
  onChoose: (way: ChainWay) => void;
}

/** The ways to bring dock and truck together, each with its price, and one button that says what it does. */
export function Ways({ chain: { slot, stop, ways }, way, onChoose }: WaysProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const name = useId();
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: async () => {
      if (way.slot && slot) {
        const { dockCode: _shown, ...place } = way.slot;
        await call(deliverySchedules.move, {
          id: slot.id,
          body: { ...place, version: slot.version },
          idempotencyKey: newKey(),
        });
      } else if (way.trip && stop)
        await call(tripTimeline.move, { id: stop.tripId, body: way.trip, idempotencyKey: newKey() });
    },
    onSuccess: () => toastDone(way.trip ? t`The trip is moved` : t`The dock is moved`, { line: title(way) }),
    onError: (error) => toastProblem(error),
    onSettled: () =>
      Promise.all(
        [deliveryChains.chain.path, fleetDeliveries.list.path, deliverySchedules.board.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
  function title(one: ChainWay): string {
    if (one.slot) return t`Dock ${one.slot.dockCode}, ${fmt.instant(one.slot.plannedStart)}`;
    if (one.trip) return t`The trip leaves ${fmt.instant(one.trip.plannedStart)}`;
    return slot ? t`Keep ${fmt.instant(slot.plannedStart)}` : "";
  }
  function price(one: ChainWay): string {
    if (!one.isAllowed && one.slot) return t`whoever schedules docks may move it`;
    if (!one.isAllowed) return t`whoever plans trips may move it`;
    if (one.dockWaits > 0) return t`the dock waits ${fmt.span(one.dockWaits)}`;
    if (one.truckWaits > 0) return t`the truck waits ${fmt.span(one.truckWaits)}`;
    return t`nobody waits`;
  }
  return (
    <div className={styles.ways}>
      <div className={styles.choices} role="radiogroup" aria-label={t`How dock and truck come together`}>
        {ways.map((one) => (
          <label key={keyOf(one)} data-chosen={one === way || undefined}>
            <input
              type="radio"
              name={name}
              checked={one === way}
              disabled={!one.isAllowed}
              onChange={() => onChoose(one)}
            />
            <span>
              <b>{title(one)}</b>
              <small>{price(one)}</small>
            </span>
          </label>
        ))}
      </div>
      {way.isAllowed && way.kind !== "keep" && (
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          {way.trip ? (
            <Trans>Move the trip</Trans>
          ) : (
            <Trans>Move to {way.slot && fmt.time(way.slot.plannedStart)}</Trans>
          )}
        </Button>
      )}
    </div>
  );
}
