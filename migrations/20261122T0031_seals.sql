-- The audit trail is sealed: each event of a company, in the order of its commit, becomes a link of a chain of SHA-256.
-- What names a person enters the chain as a digest with a salt of its own, so that it can be erased and the chain stays whole.

create table event_seals (
  company_id uuid not null default current_company() references companies (id),
  seq bigint not null check (seq > 0),
  event_id uuid not null,
  event_at timestamptz(3) not null,
  -- When everything before had been sealed: nothing that comes into the chain later happened long before it.
  not_before timestamptz(3),
  -- Gone once a person was erased from the event; with it nobody can try out names against the digest.
  salt bytea,
  personal bytea not null,
  hash bytea not null,
  sealed_at timestamptz(3) not null default now(),
  primary key (company_id, seq)
);
create unique index event_seals_event_once on event_seals (company_id, event_id);
select isolate('event_seals');
revoke insert, update, delete on event_seals from waybill_app;

-- What the verifications of the chains found, day by day.
create table seal_checks (
  id uuid not null default uuidv7(),
  checked_at timestamptz(3) not null default now(),
  seq bigint not null,
  broken_seq bigint,
  broken_how text
);
select company_rows('seal_checks');
create index seal_checks_by_age on seal_checks (company_id, checked_at);
revoke insert, update, delete on seal_checks from waybill_app;

-- What of an event is a fact, and what may name a person. Both are part of every chain there is: they never change.
create function event_facts(e events) returns text language sql stable as $$
  select jsonb_build_array(e.id, e.company_id, (extract(epoch from e.at) * 1000)::bigint, e.actor_kind, e.actor_id, e.entity, e.entity_id, e.step, e.from_status, e.to_status, e.request_id)::text
$$;
create function event_persons(e events) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(e.actor_name, e.reason, e.note, e.address, e.changes)::text, 'UTF8')
$$;

create function new_salt() returns bytea language sql volatile as $$
  select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
$$;

-- One at a time for each company: whoever seals, and whoever erases.
create function lock_seals(of uuid) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('seals of ' || of, 0))
$$;

-- Seals what the transactions from `since` to before `until` wrote and is not sealed yet, at most so many. Returns how many.
create function seal_events(of uuid, since xid8, until xid8, complete_at timestamptz, most integer) returns integer language plpgsql as $$
declare
  e events;
  n bigint;
  prev bytea;
  own_salt bytea;
  own bytea;
  done integer := 0;
begin
  perform lock_seals(of);
  select seq, hash into n, prev from event_seals where company_id = of order by seq desc limit 1;
  n := coalesce(n, 0);
  prev := coalesce(prev, ''::bytea);
  for e in
    select * from events where company_id = of and tx >= since and tx < until
      and not exists (select from event_seals s where s.company_id = of and s.event_id = events.id)
    order by tx, id limit most
  loop
    n := n + 1;
    own_salt := new_salt();
    own := sha256(own_salt || event_persons(e));
    prev := sha256(prev || own || convert_to(n || ' ' || coalesce((extract(epoch from complete_at::timestamptz(3)) * 1000)::bigint::text, '-') || ' ' || event_facts(e), 'UTF8'));
    insert into event_seals (company_id, seq, event_id, event_at, not_before, salt, personal, hash) values (of, n, e.id, e.at, complete_at, own_salt, own, prev);
    done := done + 1;
  end loop;
  return done;
end $$;

revoke all on function event_facts(events), event_persons(events), new_salt(), lock_seals(uuid), seal_events(uuid, xid8, xid8, timestamptz, integer) from public;
