import { z } from "zod";
import { crud, instant, route } from "#shared/contract/contract.ts";

/** A mail that was sent, kept on this machine, or could not be sent. */
export const mail = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(["queued", "sent", "kept", "failed"]),
  error: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** As every record of a list has them; a mail never changes and is never archived. */
  version: z.literal(1),
  archivedAt: z.null(),
});
export type MailRecord = z.output<typeof mail>;

const path = "/api/settings/mails";
const { list, exportCsv } = crud(path, {
  name: "mail",
  record: mail,
  input: z.object({}),
  sort: ["createdAt"],
  defaultSort: "-createdAt",
  view: "CAN_VIEW_MAILS",
  edit: "CAN_VIEW_MAILS",
});

/**
 * The outbox page. It shows no secrets, and mails to a SUPER_ADMIN or about somebody's access to SUPER_ADMINs only; who
 * reads decides the role of the database, hence no transaction of the route's own.
 */
export const mails = {
  list: route({ ...list, transaction: "none" }),
  exportCsv,
  read: route({
    method: "GET",
    path: `${path}/:id`,
    can: "CAN_VIEW_MAILS",
    summary: "Read one mail that was kept on this machine",
    reply: mail.extend({
      text: z.string().nullable(),
      html: z.string().nullable(),
      /** Whether something stands there that lets somebody in, and is not shown. */
      isMasked: z.boolean(),
    }),
    transaction: "none",
  }),
};
