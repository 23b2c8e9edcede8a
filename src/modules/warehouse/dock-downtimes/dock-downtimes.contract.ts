import { z } from "zod";
import { anyOf, between, crud, route, saved } from "#shared/contract/contract.ts";
import { flag, pointInTime, reason } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

export const dockDowntimeInput = z.object({
  dockId: z.uuid(),
  startsAt: pointInTime,
  endsAt: pointInTime,
  reason,
});
export const dockDowntime = saved(dockDowntimeInput, {
  dockCode: z.string(),
  locationName: z.string(),
  locationTimezone: z.string(),
});
export type DockDowntime = z.output<typeof dockDowntime>;

const path = "/api/warehouse/dock-downtimes";
export const allDockDowntimes = crud(path, {
  name: "dock downtime",
  record: dockDowntime,
  input: dockDowntimeInput,
  sort: ["startsAt", "createdAt"],
  defaultSort: "-startsAt",
  filter: { dockId: anyOf(z.uuid()), startsAt: between() },
  view: "CAN_VIEW_DOCKS",
  edit: "CAN_MANAGE_DOCKS",
});
const { list, exportCsv, read, history, create } = allDockDowntimes;

/** Times in which a dock is not to be used: repair, cleaning. They take all its lanes as deliveries take one. */
export const dockDowntimes = {
  list,
  exportCsv,
  read,
  history,
  /** Over live deliveries: 409 `taken` with their list, unless `displace` takes the dock from them. */
  create: route({ ...create, body: z.strictObject({ ...dockDowntimeInput.shape, displace: flag }) }),
  end: route({
    method: "POST",
    path: `${path}/:id/end`,
    can: "CAN_MANAGE_DOCKS",
    summary: "End a downtime now; one that has not begun is called off",
    reply: dockDowntime,
  }),
};

export const dockDowntimeRecord = record({
  entity: "dock-downtime",
  table: "dock_downtimes",
  label: "reason",
  personal: { dock_downtimes: ["reason"] },
});
