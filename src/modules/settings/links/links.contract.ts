import { z } from "zod";
import { route } from "#shared/contract.ts";

/** The purposes that each kind of page takes. */
export const linkPages = {
  "purchase-order": ["po.respond", "po.view"],
  "delivery-schedule": ["ds.approve"],
} as const;
const page = z.enum(["purchase-order", "delivery-schedule"]);
const body = z.strictObject({ page, subjectId: z.uuid(), secret: z.string().min(1).max(200) });

/** By-link pages exchange the secret of their address for a session of 30 minutes that can do one thing on one record. */
export const links = {
  open: route({
    method: "POST",
    path: "/api/links/open",
    can: "anyone",
    summary: "Open a by-link page with its secret",
    body,
    reply: z.object({ purpose: z.string() }),
    transaction: "none",
  }),
  renew: route({
    method: "POST",
    path: "/api/links/renew",
    can: "anyone",
    summary: "Have the new link mailed to the address that the old one went to",
    body,
    reply: z.object({ sent: z.boolean() }),
    transaction: "none",
  }),
};
