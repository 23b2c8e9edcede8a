import { z } from "zod";
import { route } from "#shared/contract/contract.ts";

/** By-link pages exchange the secret of their address for a session of 30 minutes that can do one thing on one record. */
export function linksOf(pages: readonly string[]) {
  const body = z.strictObject({ page: z.enum(pages), subjectId: z.uuid(), secret: z.string().min(1).max(200) });
  return {
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
}
