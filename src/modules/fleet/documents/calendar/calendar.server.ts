import { sql } from "kysely";
import type { QueryOf } from "#shared/contract/contract.ts";
import { stepsFor } from "#shared/flow/flow.ts";
import { addDays } from "#shared/format/wall-time.ts";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { isSeen, seenBy } from "#server/records/own.ts";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../../company-today.server.ts";
import { documentSubject } from "../../document-types/document-types.contract.ts";
import { tripRecord, trips } from "../../trips/trips.contract.ts";
import { tripFlow } from "../../trips/trips.flow.ts";
import { isBlocking, renewalId } from "../document-states.server.ts";
import { documentRecord, documents } from "../documents.contract.ts";
import { documentFlow } from "../documents.flow.ts";
import { holdersOf, lastDocuments } from "../last-documents.server.ts";
import { calendarMost, calendarWeeks, documentCalendar } from "./calendar.contract.ts";
import type { DocumentCalendarReply, EndingDocument } from "./calendar.contract.ts";

/** As of the list of documents: all of them, those that are not confidential, or one's own. */
const seenDocuments = seenBy(documentRecord, documents.list.can);
const seenTrips = seenBy(tripRecord, trips.list.can);

const mondayOf = (day: ReturnType<typeof sql>) => sql`date_trunc('week', (${day})::timestamp)::date`;
const thisMonday = mondayOf(companyToday);

/** Somebody let the vehicle go in spite of a paper `p` that had ended: it stops no trip any more. */
const isLetGo = sql`exists (select from vehicle_holds h where h.company_id = current_company() and h.vehicle_id = p.vehicle_id
  and h.cause = 'document' and h.cause_id = p.id and h.closed_by is not null)`;

/** Trips that are to leave or on the road, as often as somebody or something goes along on them; `holder`: whose papers they need. */
const afoot = (ctx: Ctx) => sql`afoot as materialized (
    select t.id, t.trip_number, t.planned_start, t.vehicle_id, t.driver_id, t.status in (${statesIn(tripFlow, "running")}) as runs,
      (t.planned_end at time zone (select c.timezone from companies c where c.id = current_company()))::date as last_day
    from trips t where t.company_id = current_company() and t.archived_at is null
      and t.status in (${statesIn(tripFlow, "leaving")}, ${statesIn(tripFlow, "running")}) and ${isSeen(ctx, seenTrips)}
  ), aboard as (
    select l.*, l.vehicle_id as holder from afoot l union all select l.*, l.driver_id from afoot l
    union all select l.*, l.id from afoot l
    union all select l.*, f.id from afoot l join fleet_deliveries f on f.company_id = current_company() and f.trip_id = l.id
    union all select l.*, w.driver_id from afoot l join trip_crew w on w.company_id = current_company() and w.trip_id = l.id
    union all select l.*, o.asset_id from afoot l join trip_assets o on o.company_id = current_company() and o.trip_id = l.id
      and o.detached_at is null
  )`;

const shownColumns = sql`json_build_object('id', p.id, 'version', p.version, 'typeName', p.type_name, 'title', p.title,
  'subject', p.subject, 'driverId', p.driver_id, 'driverName', p.driver_name, 'vehicleId', p.vehicle_id,
  'vehicleName', p.unit_number, 'plateNumber', p.plate_number, 'assetId', p.asset_id, 'assetNo', p.asset_no,
  'tripId', p.trip_id, 'tripNumber', p.trip_number, 'deliveryId', p.delivery_id, 'deliveryNumber', p.delivery_number,
  'expiresOn', p.expires_on, 'week', p.week,
  'blocksDispatch', p.blocks, 'renewalId', p.renewal_id, 'hasScan', p.has_scan, 'stops', (
    select json_build_object('id', b.id, 'tripNumber', b.trip_number, 'plannedStart', ${utc("b.planned_start")})
    from stopped b where b.paper_id = p.id),
  'runsOn', (select json_build_object('id', b.id, 'tripNumber', b.trip_number) from on_road b where b.paper_id = p.id))`;

type Asked = QueryOf<typeof documentCalendar.read>;
type Row = Omit<EndingDocument, "renewal" | "steps"> & { readonly hasScan: boolean };
interface Found extends Pick<DocumentCalendarReply, "today" | "timezone" | "weeks" | "subjects"> {
  readonly monday: string;
  readonly items: readonly Row[];
}

/** Everything of the calendar: one statement, however many papers end and however many trips they stop. */
async function find(ctx: Ctx, query: Asked): Promise<Found> {
  const subject = query.subject ?? null;
  const week = query.week ?? null;
  const { rows } = await sql<Found>`with last_ones as materialized (
      select t.* from ${lastDocuments(documentSubject.options)} and ${isSeen(ctx, seenDocuments)}
        and t.expires_on < ${thisMonday} + ${7 * calendarWeeks}::int
    ), ending as materialized (
      select t.id, t.version, t.type_id, t.title, t.subject, t.driver_id, t.vehicle_id, t.asset_id, t.trip_id, t.delivery_id, t.expires_on,
        t.holder_id as holder, ${fullName("d")} as driver_name, v.unit_number, v.plate_number,
        s.asset_no, x.trip_number, y.delivery_number, ${isBlocking} as blocks, ${renewalId} as renewal_id,
        case when t.expires_on < ${companyToday} then 'ended' else ${mondayOf(sql`t.expires_on`)}::text end as week
      from last_ones t ${holdersOf}
    ), chosen as (
      select * from ending e where ${subject}::text is null or e.subject = ${subject}
    ), shown as materialized (
      select e.*, k.name as type_name, exists (select from files f where f.company_id = current_company()
          and f.entity = 'document' and f.entity_id = e.renewal_id) as has_scan
      from chosen e join document_types k on k.company_id = current_company() and k.id = e.type_id
      where ${week}::text is null or e.week = ${week} order by e.expires_on, e.id limit ${calendarMost}
    ), ${afoot(ctx)}, stopped as materialized (
      select distinct on (p.id) p.id as paper_id, b.id, b.trip_number, b.planned_start from shown p
      join aboard b on b.holder = p.holder and not b.runs and b.last_day > p.expires_on
      where p.blocks and not ${isLetGo} order by p.id, b.planned_start, b.id
    ), on_road as materialized (
      select distinct on (p.id) p.id as paper_id, b.id, b.trip_number from shown p
      join aboard b on b.holder = p.holder and b.runs and greatest(b.last_day, ${companyToday}) > p.expires_on
      where p.blocks order by p.id, b.planned_start, b.id
    )
    select c.timezone, ${companyToday}::text as today, ${thisMonday}::text as monday,
      (select coalesce(json_agg(w), '[]') from (select e.week, count(*)::int as count,
        (count(*) filter (where e.blocks))::int as blocking from chosen e group by e.week) w) as weeks,
      (select coalesce(json_agg(w order by w.subject), '[]') from (select e.subject, count(*)::int as count
        from ending e group by e.subject) w) as subjects,
      (select coalesce(json_agg(${shownColumns} order by p.expires_on, p.id), '[]') from shown p) as items
    from companies c where c.id = current_company()`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new Error("a company has a zone");
  return found;
}

/** Renewing is what is offered here; everything else is on the page of the document. */
function stepsOf(ctx: Ctx, renewed: string | null): string[] {
  const document = { status: "verified", renewalId: renewed };
  return stepsFor(documentFlow, document, ctx.user).filter((step) => step === "renew");
}

async function read(ctx: Ctx, query: Asked): Promise<DocumentCalendarReply> {
  const { today, timezone, monday, weeks: counted, subjects, items } = await find(ctx, query);
  const names = ["ended", ...Array.from({ length: calendarWeeks }, (_, at) => addDays(monday, 7 * at))];
  const weeks = names.map((week) => counted.find((one) => one.week === week) ?? { week, count: 0, blocking: 0 });
  const total = weeks
    .filter(({ week }) => query.week === undefined || week === query.week)
    .reduce((sum, { count }) => sum + count, 0);
  return {
    today,
    timezone,
    weeks,
    subjects,
    total,
    items: items.map(({ hasScan, ...row }) => ({
      ...row,
      renewal: row.renewalId === null ? "none" : hasScan ? "uploaded" : "entered",
      steps: stepsOf(ctx, row.renewalId),
    })),
  };
}

export default serve(documentCalendar, { read: (ctx, { query }) => read(ctx, query) });
