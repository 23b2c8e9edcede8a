import { within } from "#server/reactions.ts";
import { reportDelivery } from "./delivery-issues.server.ts";
import { reportShortDelivery, reportShortLines } from "./short-issues.server.ts";

/** Shortages are reported when it is certain that nothing more comes: the truck has left, or the line was closed. */
export const issueWithin = [
  within("delivery-schedule.completed", reportShortDelivery),
  within("delivery-schedule.missed", (ctx, id) => reportDelivery(ctx, id, { kind: "no_show", what: "did not come" })),
  within("delivery-schedule.refused", (ctx, id, { reason }) =>
    reportDelivery(ctx, id, { kind: "other", what: `was refused: ${reason ?? ""}` }),
  ),
  within("purchase-order.lineShortClosed", reportShortLines),
  within("purchase-order.closed", reportShortLines),
];
