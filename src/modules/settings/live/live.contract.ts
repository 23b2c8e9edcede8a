import { z } from "zod";
import { route } from "#shared/contract/contract.ts";

/** What happens in the company, told to whoever may see it: `{ entity, id, at }`, never what is in the record. */
export const live = {
  follow: route({
    method: "GET",
    path: "/api/events",
    can: "CAN_VIEW",
    summary:
      "Follow what changes, as server-sent events (Accept: text/event-stream; any other gets what there is, and the end)",
    /** The id of an event, or `recent` for the last seconds; the header Last-Event-ID says the same and goes before it. */
    query: z.strictObject({ after: z.string().max(100).optional() }),
    transaction: "none",
    gives: "text/event-stream",
  }),
};
