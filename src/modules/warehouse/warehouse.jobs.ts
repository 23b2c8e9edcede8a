import type { Job, Within } from "#server/reactions.ts";
import { deliveryJobs, deliveryWithin } from "./delivery-schedules/delivery-schedules.jobs.ts";
import { issueWithin } from "./issues/issues.jobs.ts";
import { purchaseOrderJobs } from "./purchase-orders/purchase-orders.jobs.ts";

/** Reactions in the transaction of the event that they name, in this order. */
export const within: readonly Within[] = [...deliveryWithin, ...issueWithin];

/** Tasks that the warehouse leaves in the outbox. */
export const jobs: readonly Job[] = [...deliveryJobs, ...purchaseOrderJobs];
