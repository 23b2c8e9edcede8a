import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { job, type Job, type JobTools } from "#server/jobs/reactions.ts";
import type { Language } from "#server/mail/languages.ts";
import { dayAt } from "#server/mail/local-text.ts";
import { companyToday } from "../company-today.server.ts";
import { isRenewed, mayVerify } from "./document-states.server.ts";

interface Reminder {
  readonly documentId: string;
  /** So many days before its end. */
  readonly days: number;
}

/** Plans the reminders of a document that was verified: on the morning of each day of its type that is still to come. */
export async function planReminders(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  const { rows } = await sql<{ days: number; at: string }>`
    select d::int as days, (p.expires_on - d::int + time '06:00') at time zone c.timezone as at
    from papers p join companies c on c.id = p.company_id
    join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id), unnest(k.remind_days) d
    where p.company_id = current_company() and p.id = ${id} and p.expires_on - d::int >= ${companyToday}`.execute(
    ctx.db,
  );
  for (const { days, at } of rows) await ctx.enqueue("remind-of-document", { documentId: id, days }, new Date(at));
}

/** Notes the reminder, once, and leaves its mails behind; nothing of one whose renewal is verified, that holds no more, or whose driver has left. */
const remind = job<Reminder>("remind-of-document", ({ open }, { documentId, days }, companyId) =>
  open(companyId, async (ctx) => {
    const { rows } = await sql`
      insert into paper_reminders (paper_id, days)
      select t.id, ${days} from papers t where t.company_id = current_company() and t.id = ${documentId}
        and t.status = 'verified' and t.archived_at is null and t.expires_on between ${companyToday} and ${companyToday} + ${days}::int
        and not ${isRenewed} and not exists (select from drivers d where d.company_id = t.company_id and d.id = t.driver_id
          and d.status = 'left')
      on conflict do nothing returning id`.execute(ctx.db);
    if (rows.length === 0) return;
    await ctx.emit("document.reminded", { id: documentId }, { changes: { days } });
    await ctx.enqueue("mail-document-reminder", { documentId });
  }),
);

interface Told {
  readonly company: string;
  /** Null where it is confidential: the outbox shows the titles of mails to who may not know of it. */
  readonly type: string | null;
  /** The driver, vehicle, asset, trip or delivery that it is about. */
  readonly about: string | null;
  readonly expiresOn: string;
  readonly recipients: readonly string[];
}

/**
 * Tells whoever entered it, and the driver whose it is, by the address of their account. Those who may verify documents are told
 * where its renewal waits for them, and where whoever entered it is not here any more.
 */
async function mailReminder(
  { open, mail, appUrl }: JobTools,
  { documentId }: Pick<Reminder, "documentId">,
  companyId: string,
): Promise<void> {
  const told = await open(companyId, async (ctx) => {
    const { rows } = await sql<Told>`
      select coalesce(c.display_name, c.legal_name) as company,
        case when not p.is_confidential then k.name end as type, p.expires_on as "expiresOn",
        coalesce(${fullName("d")}, v.unit_number, s.asset_no, x.trip_number, f.delivery_number) as about,
        array_remove(array[u.email, du.email], null) || case when u.id is null or exists (select from papers r
          where r.company_id = p.company_id and r.supersedes_id = p.id and r.status = 'pending')
          then ${mayVerify} else '{}' end as recipients
      from papers p join companies c on c.id = p.company_id
      join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id)
      left join drivers d on (d.company_id, d.id) = (p.company_id, p.driver_id) and d.status <> 'left'
      left join vehicles v on (v.company_id, v.id) = (p.company_id, p.vehicle_id)
      left join assets s on (s.company_id, s.id) = (p.company_id, p.asset_id)
      left join trips x on (x.company_id, x.id) = (p.company_id, p.trip_id)
      left join fleet_deliveries f on (f.company_id, f.id) = (p.company_id, p.delivery_id)
      left join users u on (u.company_id, u.id) = (p.company_id, p.entered_by) and u.status = 'active'
      left join users du on (du.company_id, du.id) = (d.company_id, d.user_id) and du.status = 'active'
      where p.company_id = current_company() and p.id = ${documentId}`.execute(ctx.db);
    return rows[0];
  });
  for (const to of new Set(told?.recipients)) if (told) await mail(companyId, reminderTo(to, told, documentId, appUrl));
}

function titleOf(type: string | null, about: string | null, day: string): Sentence {
  if (type === null)
    return about
      ? message("A document of {about} ends {day}", { about, day })
      : message("A document ends {day}", { day });
  return about
    ? message("{type} of {about} ends {day}", { type, about, day })
    : message("{type} ends {day}", { type, day });
}

const reminderTo = (to: string, { company, type, about, expiresOn }: Told, documentId: string, appUrl: string) => ({
  to,
  about: "work" as const,
  secrets: [],
  entity: "document",
  entityId: documentId,
  write: (language: Language) => ({
    company,
    title: titleOf(type, about, dayAt(expiresOn, "UTC", language)),
    paragraphs: [
      message("Enter its renewal in time. Somebody else verifies it, and it counts from its own first day."),
    ],
    button: { label: message("Open the document"), url: `${appUrl}/fleet/documents/details?id=${documentId}` },
  }),
});

export const documentJobs: readonly Job<never>[] = [remind, job("mail-document-reminder", mailReminder)];
