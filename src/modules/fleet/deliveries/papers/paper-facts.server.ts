import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import { countText, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { message, notFound, type Sentence } from "#shared/contract/problem.ts";
import { ownUnitNames } from "#modules/settings/reference-lists/unit-names.server.ts";
import type { Ctx } from "#server/http/context.ts";
import { render } from "#server/mail/language.ts";
import type { Language } from "#server/mail/languages.ts";
import { dayAt, decimalText, locales } from "#server/mail/local-text.ts";
import { readFleetDelivery } from "../deliveries.server.ts";
import { withGoods } from "../goods.server.ts";

interface PaperLine {
  readonly code: string | null;
  readonly description: string;
  readonly unit: string;
  readonly planned: string;
  readonly delivered: string;
  readonly damaged: string;
  readonly reason: string | null;
  readonly hsCode: string | null;
  /** `UN1203, 3, PG II` of dangerous goods. */
  readonly danger: string | null;
  /** Of all of them, in kilograms and cubic metres, where their unit is that of the commodity. */
  readonly weightKg: string | null;
  readonly volumeM3: string | null;
}

/** What stands on the papers of a delivery. */
export interface PaperFacts {
  readonly number: string;
  readonly scheduleNumber: string | null;
  readonly status: string;
  readonly timezone: string;
  readonly unitNames: OwnUnitNames;
  readonly company: {
    readonly name: string;
    readonly address: string;
    readonly taxId: string | null;
    readonly phone: string | null;
  };
  /** Whose goods are taken over: the vendor at whose site they are loaded, else the company itself. */
  readonly sender: { readonly name: string; readonly address: string; readonly taxId: string | null };
  readonly consignee: { readonly name: string; readonly phone: string | null };
  readonly from: string;
  readonly to: string;
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly tripNumber: string | null;
  readonly takenOverAt: string | null;
  /** Plates of the vehicle and what goes along with it. */
  readonly plates: readonly string[];
  readonly outcomeAt: string | null;
  readonly receivedBy: string | null;
  readonly lines: readonly PaperLine[];
}

const address = (
  row: string,
) => sql`concat_ws(', ', ${sql.ref(`${row}.address_line1`)}, ${sql.ref(`${row}.address_line2`)},
  nullif(concat_ws(' ', ${sql.ref(`${row}.postal_code`)}, ${sql.ref(`${row}.city`)}), ''), ${sql.ref(`${row}.region`)}, ${sql.ref(`${row}.country_code`)})`;
const place = (row: string, typed: string) =>
  sql`coalesce(nullif(concat_ws(', ', ${sql.ref(`${row}.name`)}, nullif(${address(row)}, '')), ''), ${sql.ref(typed)})`;

/** What a vendor delivers to a warehouse, and is not fetched from a location of the company's, is loaded at the vendor's. */
const isLoadedAtVendor = sql`(n.id is not null and t.pickup_location_id is null and t.pickup_address is not null)`;

/** Of a delivery that the caller may see, in two statements. */
export async function paperFacts(ctx: Ctx, id: string): Promise<PaperFacts> {
  await readFleetDelivery(ctx, { id }); // 404 for whoever may not see it
  const { rows } = await sql<PaperFacts>`
    select t.delivery_number as number, x.number as "scheduleNumber", t.status, coalesce(l.timezone, c.timezone) as timezone,
      ${ownUnitNames(sql`t.company_id`)} as "unitNames",
      jsonb_build_object('name', c.legal_name, 'address', ${address("c")}, 'taxId', c.tax_id, 'phone', c.phone) as company,
      case when ${isLoadedAtVendor} then jsonb_build_object('name', n.name, 'address', coalesce(nullif(${address("n")}, ''), t.pickup_address),
          'taxId', n.tax_id)
        else jsonb_build_object('name', c.legal_name, 'address', ${address("c")}, 'taxId', c.tax_id) end as sender,
      jsonb_build_object('name', t.consignee_name, 'phone', t.contact_phone) as consignee,
      coalesce(${place("f", "t.pickup_address")}, (select ${place("sl", "s.address")} from trip_stops s
        left join locations sl on (sl.company_id, sl.id) = (s.company_id, s.location_id)
        where s.company_id = t.company_id and s.trip_id = t.trip_id
          and (s.id = t.pickup_stop_id or (t.pickup_stop_id is null and s.position = 0 and s.kind = 'pickup'))), ${address("c")}) as "from",
      coalesce(${place("l", "t.address")}, '') as "to", ${utc("t.window_start")} as "windowStart", ${utc("t.window_end")} as "windowEnd",
      p.trip_number as "tripNumber", ${utc("p.planned_start")} as "takenOverAt",
      array_remove(array[v.plate_number], null) || array(select coalesce(a.plate_number, a.container_no, a.asset_no)
        from trip_assets g join assets a on (a.company_id, a.id) = (g.company_id, g.asset_id)
        where g.company_id = t.company_id and g.trip_id = t.trip_id and g.detached_at is null order by g.position) as plates,
      ${utc("t.outcome_at")} as "outcomeAt", t.received_by as "receivedBy",
      (select coalesce(jsonb_agg(jsonb_build_object('code', i.code, 'description', i.description, 'unit', i.unit,
          'planned', trim_scale(i.planned_quantity)::text, 'delivered', trim_scale(i.delivered_quantity)::text,
          'damaged', trim_scale(i.damaged_quantity)::text, 'reason', i.reason, 'hsCode', g.hs_code,
          'danger', case when g.is_hazmat then concat_ws(', ', g.un_number, g.hazard_class, 'PG ' || g.packing_group) end,
          'weightKg', trim_scale(round(i.planned_quantity * w.kg, 1))::text,
          'volumeM3', trim_scale(round(i.planned_quantity * w.m3, 3))::text)
          order by i.position, i.id), '[]')
        from fleet_delivery_lines i ${withGoods}
        where i.company_id = t.company_id and i.delivery_id = t.id) as lines
    from fleet_deliveries t join companies c on c.id = t.company_id
    left join locations l on (l.company_id, l.id) = (t.company_id, t.location_id)
    left join locations f on (f.company_id, f.id) = (t.company_id, t.pickup_location_id)
    left join delivery_schedules x on (x.company_id, x.id) = (t.company_id, t.delivery_schedule_id)
    left join vendors n on (n.company_id, n.id) = (x.company_id, x.vendor_id)
    left join trips p on (p.company_id, p.id) = (t.company_id, t.trip_id)
    left join vehicles v on (v.company_id, v.id) = (p.company_id, p.vehicle_id)
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  const [facts] = rows;
  if (!facts) throw notFound();
  return facts;
}

/** How a paper says its quantities, days and times. */
export function paperWords({ unitNames, timezone }: PaperFacts, language: Language) {
  const quantity = (value: string) => decimalText(value, language, [0, 6]);
  const time = new Intl.DateTimeFormat(locales[language], {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const say = (sentence: Sentence) => render(sentence, language);
  const day = (instant: string) => dayAt(instant, timezone, language);
  return {
    language,
    say,
    quantity,
    count: (value: string, unit: string) =>
      countText(value, { uom: unit, qtyPerUom: "1" }, { language, own: unitNames, quantity }),
    day,
    moment: (instant: string) => `${day(instant)}, ${time.format(new Date(instant))}`,
    window: (from: string, until: string) =>
      day(from) === day(until)
        ? say(
            message("{day}, {from} to {until}", {
              day: day(from),
              from: time.format(new Date(from)),
              until: time.format(new Date(until)),
            }),
          )
        : say(message("{from} to {until}", { from: day(from), until: day(until) })),
  };
}
export type PaperWords = ReturnType<typeof paperWords>;
