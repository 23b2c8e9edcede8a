import { sql } from "kysely";
import { issueLink } from "#server/links.ts";
import { layOutMail } from "#server/mail-layout.ts";
import type { Ctx } from "#server/context.ts";
import type { JobTools, Mail } from "#server/reactions.ts";
import { wallTime } from "#server/wall-time.ts";
import { calendarFile } from "./delivery-calendar.ts";
import type { Notice } from "./delivery-plan.server.ts";

/** What mails tell of a delivery. */
interface Told {
  id: string;
  number: string;
  status: string;
  awaitingParty: string;
  revision: number;
  plannedStart: string;
  plannedEnd: string;
  holdExpiresAt: string | null;
  cancelReason: string | null;
  declineReason: string | null;
  notesPublic: string | null;
  company: string;
  vendorEmail: string | null;
  carrierEmail: string | null;
  dock: string | null;
  site: string;
  timezone: string;
  address: string;
  instructions: string | null;
  orders: string;
  /** Everybody who was asked by link. */
  asked: string[];
}

async function toldOf(ctx: Ctx, id: string): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select d.id, d.number, d.status, d.awaiting_party as "awaitingParty", d.revision, d.planned_start as "plannedStart", d.planned_end as "plannedEnd", d.hold_expires_at as "holdExpiresAt",
      d.cancel_reason as "cancelReason", d.decline_reason as "declineReason", d.notes_public as "notesPublic", coalesce(c.display_name, c.legal_name) as company,
      v.order_email as "vendorEmail", d.carrier_email as "carrierEmail", k.code as dock, l.name as site, l.timezone, l.receiving_instructions as instructions,
      concat_ws(', ', nullif(l.address_line1, ''), nullif(l.address_line2, ''), nullif(concat_ws(' ', l.postal_code, l.city), ''), l.country_code, l.dock_address_note) as address,
      coalesce((select string_agg(distinct o.number, ', ') from delivery_schedule_items x join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
        join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id) where x.company_id = d.company_id and x.delivery_schedule_id = d.id), '') as orders,
      coalesce((select array_agg(distinct k.recipient) from links k where k.company_id = d.company_id and k.purpose = 'ds.approve' and k.subject_id = d.id), '{}') as asked
    from delivery_schedules d
    join locations l on (l.company_id, l.id) = (d.company_id, d.location_id)
    join companies c on c.id = d.company_id
    left join vendors v on v.company_id = d.company_id and v.id = d.vendor_id
    left join docks k on k.company_id = d.company_id and k.id = d.dock_id
    where d.company_id = current_company() and d.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Mails the party that has to accept a link to the page that asks it; nothing, when the plan has changed since. */
export async function mailApproval({ open, mail, appUrl }: JobTools, which: { deliveryScheduleId: string; revision: number | null }, companyId: string): Promise<void> {
  const asked = await open(companyId, async (ctx) => {
    const told = await toldOf(ctx, which.deliveryScheduleId);
    const recipient = told?.awaitingParty === "carrier" ? told.carrierEmail : told?.vendorEmail;
    if (told?.status !== "proposed" || !recipient || told.revision !== (which.revision ?? told.revision)) return null;
    const secret = await issueLink(ctx, { purpose: "ds.approve", subjectId: told.id, subjectRevision: told.revision, recipient, expiresAt: new Date(told.holdExpiresAt ?? told.plannedStart) });
    return { told, recipient, url: `${appUrl}/ds/approve/${told.id}#t=${secret}` };
  });
  if (!asked) return;
  const { told, recipient, url } = asked;
  const until = told.holdExpiresAt ? wallTime(told.holdExpiresAt, told.timezone) : null;
  await mail(companyId, {
    ...about(told, recipient, `Delivery ${told.number}: please confirm ${when(told)}`),
    ...layOutMail({
      company: told.company,
      title: `Can you deliver ${when(told)}?`,
      paragraphs: [`${told.company} keeps this time for you. Accept it, decline it, or ask for another one.`],
      facts: factsOf(told),
      button: { label: "Answer", url },
      ...(until ? { foot: `The time is kept until ${until.date} ${until.time}.` } : {}),
    }),
  });
}

const news: Record<Notice, { title: (told: Told) => string; sentence: (told: Told) => string }> = {
  confirmed: { title: (told) => `Delivery ${told.number} is confirmed`, sentence: () => "We expect you at this time." },
  moved: { title: (told) => `Delivery ${told.number} was moved to ${when(told)}`, sentence: () => "This replaces the time that you were told before." },
  cancelled: { title: (told) => `Delivery ${told.number} is cancelled`, sentence: (told) => `Please do not come.${told.cancelReason ? ` ${told.cancelReason}` : ""}` },
};

/** Tells everybody who was asked by link what has become of it. */
export async function mailNotice({ open, mail }: JobTools, { deliveryScheduleId, notice }: { deliveryScheduleId: string; notice: Notice }, companyId: string): Promise<void> {
  const told = await open(companyId, (ctx) => toldOf(ctx, deliveryScheduleId));
  if (!told) return;
  const { title, sentence } = news[notice];
  for (const recipient of told.asked) await mail(companyId, { ...about(told, recipient, title(told)), ...layOutMail({ company: told.company, title: title(told), paragraphs: [sentence(told)], facts: factsOf(told) }) });
}

const answers = { approved: "was accepted", countered: "got another proposal", declined: "was declined" };

/** Tells whoever booked it what the other party answered. */
export async function mailAnswer({ open, mail, appUrl }: JobTools, { deliveryScheduleId, userId, answer }: { deliveryScheduleId: string; userId: string; answer: keyof typeof answers }, companyId: string): Promise<void> {
  const found = await open(companyId, async (ctx) => {
    const told = await toldOf(ctx, deliveryScheduleId);
    const booker = await ctx.db.selectFrom("users").select("email").where("id", "=", userId).where("status", "=", "active").executeTakeFirst();
    return told && booker ? { told, email: booker.email } : null;
  });
  if (!found) return;
  const { told, email } = found;
  const title = `Delivery ${told.number} ${answers[answer]}`;
  await mail(companyId, {
    ...about(told, email, title),
    ...layOutMail({
      company: told.company,
      title,
      paragraphs: [answer === "declined" && told.declineReason ? told.declineReason : answer === "countered" ? "They ask for the time below. It is kept until you decide." : "It is scheduled."],
      facts: factsOf(told),
      button: { label: "Open the delivery", url: `${appUrl}/warehouse/delivery-schedules/details?id=${told.id}` },
    }),
  });
}

function about(told: Told, to: string, subject: string): Pick<Mail, "to" | "subject" | "entity" | "entityId" | "attachments"> {
  const file = calendarFile({ ...told, title: `Delivery ${told.number}, ${told.company}`, place: [told.site, told.dock ? `dock ${told.dock}` : "", told.address].filter(Boolean).join(", "), description: [told.orders, told.instructions].filter(Boolean).join("\n") }, new Date());
  return { to, subject, entity: "delivery-schedule", entityId: told.id, attachments: [{ filename: `${told.number}.ics`, content: Buffer.from(file), contentType: "text/calendar; charset=utf-8" }] };
}

function factsOf(told: Told): [string, string][] {
  const facts: [string, string | null][] = [
    ["Number", told.number],
    ["When", when(told)],
    ["Where", [told.site, told.address].filter(Boolean).join(", ")],
    ["Dock", told.dock],
    ["Orders", told.orders],
    ["On arrival", told.instructions],
    ["Note", told.notesPublic],
  ];
  return facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}

/** `2027-03-28 08:30–09:30 (Europe/Amsterdam)`. */
function when({ plannedStart, plannedEnd, timezone }: Told): string {
  const start = wallTime(plannedStart, timezone);
  const end = wallTime(plannedEnd, timezone);
  return `${start.date} ${start.time}–${end.date === start.date ? "" : `${end.date} `}${end.time} (${timezone})`;
}
