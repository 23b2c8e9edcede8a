import { conflict } from "#shared/contract/problem.ts";
import { compare, subtract } from "#shared/format/money.ts";
import { newFleetDeliveryInput, type FleetDelivery } from "./deliveries.contract.ts";
import type { NewDelivery } from "./complete-delivery.server.ts";
import { noRest } from "./deliveries.flow.ts";

interface Window {
  readonly windowStart: string;
  readonly windowEnd: string;
}

/**
 * Another delivery of what was not handed over of one: to the same consignee, in a window of its own. The slot at a dock stays
 * with the first. 409 `no_rest` for one of which nothing is left, or that has its rest.
 */
export function restOf(delivery: FleetDelivery, window: Window): NewDelivery {
  const refusal = noRest(delivery);
  if (refusal) throw conflict(refusal.code, refusal.sentence);
  const lines = delivery.lines.flatMap(({ id: _id, plannedQuantity, deliveredQuantity, ...line }) => {
    const left = subtract(plannedQuantity, deliveredQuantity);
    return compare(left, "0") > 0 ? [{ ...line, plannedQuantity: left }] : [];
  });
  return newFleetDeliveryInput.parse({ ...delivery, ...window, deliveryScheduleId: null, lines });
}
