import { msg } from "@lingui/core/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import type { Naming } from "#web/ui/values/labels.ts";
import type { DeliverySchedule } from "./delivery-schedules.contract.ts";

export const deliveryNaming: Naming = {
  one: msg`delivery`,
  many: msg`delivery schedules`,
  about: msg`A delivery holds a dock for a time. Book one from the page of a purchase order.`,
};

export const deliveryStatusStyles: StatusStyles<DeliverySchedule["status"]> = stateStyles(
  "delivery_schedule_statuses",
  {
    requested: "wait",
    proposed: "wait",
    scheduled: "open",
    arrived: "live",
    in_progress: { icon: "live", label: msg`Unloading` },
    unloaded: "live",
    completed: "done",
    cancelled: "ended",
    declined: "bad",
    no_show: { icon: "ended", label: msg`No-show` },
    refused: "bad",
    expired: "ended",
  },
);

/** "Europe/Amsterdam" as people say it: "Amsterdam". */
export function cityOf(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

export const deliveriesPath = "/warehouse/delivery-schedules";
export const detailsPath = "/warehouse/delivery-schedules/details";
