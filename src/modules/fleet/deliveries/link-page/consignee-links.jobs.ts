import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import { job, type Job, type JobTools } from "#server/jobs/reactions.ts";
import { issueLink } from "#server/mail/links.ts";
import { statesIn } from "#server/records/states.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";

interface Told {
  readonly recipient: string;
  readonly company: string;
  readonly number: string;
  readonly expiresAt: string;
}

/** Mails the consignee a link to their delivery, as long as there is something to follow. `recipient`: only if it is still that. */
async function mailLink(
  { open, mail, appUrl }: JobTools,
  { deliveryId, recipient }: { deliveryId: string; recipient?: string },
  companyId: string,
): Promise<void> {
  const asked = await open(companyId, async (ctx) => {
    const { rows } = await sql<Told>`select t.consignee_email as recipient, t.delivery_number as number,
        coalesce(c.display_name, c.legal_name) as company, greatest(t.window_end, now()) + interval '3 days' as "expiresAt"
      from fleet_deliveries t join companies c on c.id = t.company_id
      where t.company_id = current_company() and t.id = ${deliveryId} and t.consignee_email is not null
        and t.status in (${statesIn(fleetDeliveryFlow, "open")})
        and lower(t.consignee_email) = lower(coalesce(${recipient ?? null}, t.consignee_email))
      for share of t`.execute(ctx.db);
    const [told] = rows;
    if (!told) return null;
    const secret = await issueLink(ctx, {
      purpose: "fd.follow",
      subjectId: deliveryId,
      subjectRevision: 0,
      recipient: told.recipient,
      expiresAt: new Date(told.expiresAt),
    });
    return { ...told, secret };
  });
  if (!asked) return;
  const { recipient: to, company, number, secret } = asked;
  await mail(companyId, {
    to,
    about: "work",
    secrets: [secret],
    entity: "delivery",
    entityId: deliveryId,
    write: () => ({
      company,
      title: message("Delivery {number} from {company}", { number, company }),
      paragraphs: [message("This page tells when it comes, and what was handed over afterwards. It needs no account.")],
      button: { label: message("Follow the delivery"), url: `${appUrl}/fd/follow/${deliveryId}#t=${secret}` },
    }),
  });
}

export const consigneeLinkJobs: readonly Job<never>[] = [
  job("mail-consignee-link", mailLink),
  job<{ subjectId: string; recipient: string }>("renew-delivery-link", (tools, { subjectId, recipient }, companyId) =>
    mailLink(tools, { deliveryId: subjectId, recipient }, companyId),
  ),
];
