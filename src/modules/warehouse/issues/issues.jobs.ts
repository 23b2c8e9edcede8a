import { within } from "#server/reactions.ts";
import { reportShortDelivery, reportShortLines } from "./short-issues.server.ts";

/** Shortages are reported when it is certain that nothing more comes: the truck has left, or the line was closed. */
export const shortIssues = [
  within("delivery-schedule.completed", reportShortDelivery),
  within("purchase-order.lineShortClosed", reportShortLines),
  within("purchase-order.closed", reportShortLines),
];
