import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";

export const ownSession = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  device: z.string(),
  /** The network address it was opened from. */
  address: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
});
export type OwnSession = z.output<typeof ownSession>;

const path = "/api/auth/sessions";
const scope = { scope: "installation" as const };
/** Where one is signed in, for oneself only. */
export const ownSessions = {
  list: route({
    method: "GET",
    path,
    can: "signed_in",
    summary: "The own sessions: this one, then the newest use first",
    reply: z.object({ items: z.array(ownSession) }),
    ...scope,
  }),
  end: route({
    method: "DELETE",
    path: `${path}/:id`,
    can: "signed_in",
    summary: "End one of the own sessions",
    ...scope,
  }),
  endAll: route({ method: "DELETE", path, can: "signed_in", summary: "Sign out everywhere, here too", ...scope }),
};
