-- What one unit of a foreign currency is worth in the company's own, day by day. A rate is never changed: a correction is
-- the next entry for the same day. The only thing written later, and once, is who confirmed it.
create table exchange_rates (
  id uuid not null default uuidv7(),
  company_id uuid not null default current_company() references companies (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  created_by uuid,
  from_currency char(3) not null references currencies (code),
  -- The company's own when it was entered; rates to another one are history after the company has changed its currency.
  to_currency char(3) not null references currencies (code),
  rate numeric(20, 10) not null check (rate > 0),
  as_of date not null,
  -- The first, second … that was entered for this day; the last one that counts is the day's rate.
  entry integer not null check (entry > 0),
  source text not null check (source in ('typed', 'import')),
  -- Where it was read: a bank, a page.
  note text,
  -- Decided when it is entered, see judge_exchange_rate(): until a second person confirms it, the rate does not count.
  needs_confirmation boolean not null,
  -- What it was compared with: the rate of the day before it in the table, null for the first of a pair.
  compared_with numeric(20, 10),
  confirmed_by uuid,
  confirmed_at timestamptz(3),
  search_text text generated always as (lower(from_currency || ' ' || to_currency || ' ' || coalesce(note, ''))) stored,
  counts boolean not null generated always as (not needs_confirmation or confirmed_at is not null) stored,
  primary key (company_id, id),
  constraint exchange_rates_second_person check (confirmed_by is null or confirmed_by <> created_by),
  constraint exchange_rates_two_currencies check (from_currency <> to_currency),
  constraint exchange_rates_confirmed_whole check ((confirmed_by is null) = (confirmed_at is null)),
  constraint exchange_rates_confirmed_where_needed check (confirmed_at is null or needs_confirmation)
);
select isolate('exchange_rates');
create unique index exchange_rates_entry_once on exchange_rates (company_id, from_currency, to_currency, as_of, entry);
create index exchange_rates_by_day on exchange_rates (company_id, as_of, id);
create index exchange_rates_by_currency on exchange_rates (company_id, from_currency, id);
create index exchange_rates_search on exchange_rates using gin (company_id, search_text gin_trgm_ops);

-- A rate counts at once only where one person alone moves little with it: within 5 % of the day's rate that it replaces, of
-- the days before and after it in the table, and of the last rate that somebody else entered or confirmed (so that small
-- steps of one person do not add up). The first rate of a pair has nothing to be compared with. A restore writes rows as
-- they were: it has no company.
create function judge_exchange_rate() returns trigger language plpgsql as $$
declare
  before_it numeric;
  same_day numeric;
  after_it numeric;
  of_others numeric;
begin
  if current_company() is null then return new; end if;
  -- Two who enter rates of one pair are judged one after the other.
  perform pg_advisory_xact_lock(hashtextextended('exchange-rates ' || new.company_id || new.from_currency || new.to_currency, 0));
  select coalesce(max(entry), 0) + 1 into new.entry from exchange_rates r
    where (r.company_id, r.from_currency, r.to_currency, r.as_of) = (new.company_id, new.from_currency, new.to_currency, new.as_of);
  select rate into before_it from exchange_rates r
    where (r.company_id, r.from_currency, r.to_currency) = (new.company_id, new.from_currency, new.to_currency) and r.as_of < new.as_of and r.counts
    order by r.as_of desc, r.entry desc limit 1;
  select rate into same_day from exchange_rates r
    where (r.company_id, r.from_currency, r.to_currency, r.as_of) = (new.company_id, new.from_currency, new.to_currency, new.as_of) and r.counts
    order by r.entry desc limit 1;
  select rate into after_it from exchange_rates r
    where (r.company_id, r.from_currency, r.to_currency) = (new.company_id, new.from_currency, new.to_currency) and r.as_of > new.as_of and r.counts
    order by r.as_of, r.entry desc limit 1;
  select rate into of_others from exchange_rates r
    where (r.company_id, r.from_currency, r.to_currency) = (new.company_id, new.from_currency, new.to_currency) and r.as_of <= new.as_of and r.counts
      and (r.confirmed_at is not null or r.created_by <> new.created_by)
    order by r.as_of desc, r.entry desc limit 1;
  new.compared_with := coalesce(before_it, same_day);
  new.needs_confirmation := coalesce(before_it, same_day) is null
    or exists (select from unnest(array[before_it, same_day, after_it, of_others]) as known(rate) where abs(new.rate - known.rate) > known.rate * 0.05);
  new.confirmed_by := null;
  new.confirmed_at := null;
  return new;
end $$;
create trigger judge_exchange_rate before insert on exchange_rates for each row execute function judge_exchange_rate();

-- Grants leave nothing but the confirmation to be written; this holds for whoever has more. An erasure, which runs as the
-- owner, may take a name out of the note.
create function keep_exchange_rate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and row(new.id, new.company_id, new.from_currency, new.to_currency, new.rate, new.as_of, new.entry, new.source, new.needs_confirmation, new.compared_with, new.created_by, new.created_at, new.archived_at)
      is not distinct from row(old.id, old.company_id, old.from_currency, old.to_currency, old.rate, old.as_of, old.entry, old.source, old.needs_confirmation, old.compared_with, old.created_by, old.created_at, old.archived_at)
    and (case
      when current_user = 'waybill_owner' and new.note is distinct from old.note then row(new.confirmed_by, new.confirmed_at) is not distinct from row(old.confirmed_by, old.confirmed_at)
      else new.note is not distinct from old.note and old.confirmed_at is null and new.confirmed_at is not null
    end)
  then return new; end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on exchange_rates for each row execute function keep_exchange_rate();
revoke update, delete on exchange_rates from waybill_app;
grant update (confirmed_by, confirmed_at, version, updated_at) on exchange_rates to waybill_app;
revoke all on function judge_exchange_rate(), keep_exchange_rate() from public;

-- The rate that an order of this day takes: the latest that counts on or before it, and at most a week old.
create function usable_rate(currency text, day date) returns uuid language sql stable as $$
  select r.id from exchange_rates r join companies c on c.id = r.company_id and c.default_currency = r.to_currency
  where r.company_id = (select current_company()) and r.from_currency = currency and r.as_of between day - 7 and day and r.counts
  order by r.as_of desc, r.entry desc limit 1
$$;
revoke all on function usable_rate(text, date) from public;
grant execute on function usable_rate(text, date) to waybill_app;

-- Roles that exist: who writes, sends or approves orders sees by which rates they are judged, and so do the roles that see
-- everything; only administrators enter them, because nobody else holds rates and ordering both.
update roles set permissions = array_append(permissions, 'CAN_VIEW_EXCHANGE_RATES')
where (permissions && array['CAN_EDIT_PURCHASE_ORDERS', 'CAN_SEND_PURCHASE_ORDERS', 'CAN_APPROVE_PURCHASE_ORDERS'] or is_default and code in ('COMPANY_ADMIN', 'DOCK_SUPERVISOR', 'VIEWER'))
  and not 'CAN_VIEW_EXCHANGE_RATES' = any(permissions);
update roles set permissions = array_append(permissions, 'CAN_EDIT_EXCHANGE_RATES')
where is_default and code = 'COMPANY_ADMIN' and not 'CAN_EDIT_EXCHANGE_RATES' = any(permissions);
