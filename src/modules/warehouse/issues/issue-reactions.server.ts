import { message } from "#shared/contract/problem.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";
import { dismissShort, settleArrival, settleArrivalOf } from "./arrival-issues.server.ts";
import { reportArrival, reportDelivery, reportTrucksOf } from "./delivery-issues.server.ts";
import { reportHereAgain } from "./here-again.server.ts";
import { undoReports } from "./undone-steps.server.ts";
import { settleIssues } from "./settle-issues.server.ts";
import { reportShortDelivery, reportShortLines } from "./short-issues.server.ts";

/** Shortages are reported when it is certain that nothing more comes: the truck has left, or the line was closed. */
export const issueReactions: readonly Reaction[] = [
  reaction("delivery-schedule.completed", reportShortDelivery),
  reaction("delivery-schedule.completed", settleArrival),
  reaction("delivery-schedule.refused", settleArrival),
  ...["issue.goodsTaken", "issue.goodsReturned", "issue.goodsRefused"].map((event) => reaction(event, settleArrivalOf)),
  reaction("delivery-schedule.completingUndone", (ctx, id, { reason }) => dismissShort(ctx, id, reason ?? "")),
  reaction("delivery-schedule.undone", undoReports),
  reaction("delivery-schedule.arrived", reportArrival),
  reaction("delivery-schedule.missed", (ctx, id) =>
    reportDelivery(ctx, id, { kind: "no_show", what: (delivery) => message("{delivery} did not come.", { delivery }) }),
  ),
  reaction("delivery-schedule.refused", (ctx, id, { reason }) =>
    reportDelivery(ctx, id, {
      kind: "other",
      what: (delivery) => message("{delivery} was refused: {reason}", { delivery, reason: reason ?? "–" }),
    }),
  ),
  // Nothing of an order that is given up is missing any more.
  ...["purchase-order.cancelled", "purchase-order.declined"].map((event) =>
    reaction(event, (ctx, id) => settleIssues(ctx, [id])),
  ),
  reaction("purchase-order.declined", reportTrucksOf),
  reaction("purchase-order.returnUndone", reportHereAgain),
  reaction("purchase-order.lineShortClosed", reportShortLines),
  reaction("purchase-order.closed", reportShortLines),
  reaction("purchase-order.shortAfterClosing", reportShortLines),
];
