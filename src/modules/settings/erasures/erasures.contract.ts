import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";

/** Somebody who was removed from the company and can be erased. */
const leaver = z.object({
  userId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  removedAt: instant,
});
export type Leaver = z.output<typeof leaver>;

const path = "/api/settings/erasures";
/** The erasure of a person: what names them goes everywhere, what they did stays, and it cannot be undone. */
export const erasures = {
  list: route({
    method: "GET",
    path,
    can: "CAN_ERASE_PEOPLE",
    summary: "Who was removed and is not erased yet, by name",
    reply: z.object({ items: z.array(leaver) }),
    scope: "installation",
  }),
  preview: route({
    method: "GET",
    path: `${path}/preview`,
    can: "CAN_ERASE_PEOPLE",
    summary: "What the erasure of one person would change",
    query: z.strictObject({ userId: z.uuid() }),
    reply: leaver.extend({
      events: z.number().int(),
      mails: z.number().int(),
      /** Who is erased with them: the driver whose account it is, with all papers. */
      drivers: z.array(z.object({ id: z.uuid(), name: z.string() })),
      /** What is looked for and replaced, wherever it stands; bare phone numbers only where a field is for them. */
      replaced: z.array(z.object({ kind: z.enum(["name", "email", "phone", "bare_phone"]), value: z.string() })),
    }),
    scope: "installation",
  }),
  /** `name` is typed by whoever asks, as it stands there: nobody erases by a slip. */
  erase: route({
    method: "POST",
    path,
    can: "CAN_ERASE_PEOPLE",
    summary: "Erase a person who was removed, for good",
    body: z.strictObject({ userId: z.uuid(), name: z.string().trim().max(200) }),
    reply: z.object({ events: z.number().int() }),
    transaction: "none",
  }),
};
