import { msg } from "@lingui/core/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import type { Naming } from "#web/ui/values/labels.ts";
import type { FleetDelivery } from "./deliveries.contract.ts";

export const deliveryNaming: Naming = {
  one: msg`fleet delivery`,
  many: msg`fleet deliveries`,
  about: msg`A fleet delivery is what a vehicle of yours brings to somebody. Put it on a trip; its driver says what became of it, and proves it.`,
};

export const deliveryStatusStyles: StatusStyles<FleetDelivery["status"]> = stateStyles("fleet_delivery_statuses", {
  unassigned: "open",
  assigned: { icon: "wait", tone: "v" },
  out_for_delivery: "live",
  delivered: "done",
  partly_delivered: "warn",
  failed: "bad",
  returning: "wait",
  returned: { icon: "ended", label: msg`Returned` },
  cancelled: "ended",
});

/** What the fields of a delivery are called, in its form and on its page. */
export const deliveryLabels = {
  deliveryScheduleId: msg`Delivery of the warehouse`,
  consigneeName: msg`Consignee`,
  consigneeEmail: msg`Their e-mail`,
  contactPhone: msg`Their phone`,
  locationId: msg`Own location`,
  address: msg`Or an address`,
  pickupLocationId: msg`Loaded at own location`,
  pickupAddress: msg`Or loaded at`,
  windowStart: msg`Not before`,
  windowEnd: msg`Not after`,
  proofsRequired: msg`Proofs`,
  lines: msg`What is delivered`,
};
