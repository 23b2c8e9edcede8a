-- Asset types get a short code, as the other registers have one: by it files and people name them. Those that a company began
-- with get the code that they have in new companies; its own are called as their name, in capitals and without gaps.
alter table asset_types add column code text;
update asset_types t set code = v.code
from (values
  ('Curtain trailer', 'CURTAIN'), ('Reefer trailer', 'REEFER'), ('Dry van, 53 ft', 'DRYVAN-53'),
  ('20 ft container', 'CONT-20'), ('40 ft container', 'CONT-40'), ('Forklift', 'FORKLIFT'), ('Pallet jack', 'PALLET-JACK'),
  ('Euro pallet pool', 'EUR-POOL'), ('Roll cage pool', 'CAGE-POOL')
) as v (name, code)
where t.name = v.name;
update asset_types t set code = case when n.nth = 1 then n.base else left(n.base, 31) || '-' || right(t.id::text, 8) end
from (
  select b.id, b.company_id, b.base,
    row_number() over (partition by b.company_id, b.base order by b.created_at, b.id) + b.taken as nth
  from (
    select o.id, o.company_id, o.created_at, o.base,
      (select count(*) from asset_types k where k.company_id = o.company_id and k.code = o.base) as taken
    from (
      select id, company_id, created_at,
        coalesce(nullif(btrim(left(upper(regexp_replace(name, '[^[:alnum:]]+', '-', 'g')), 40), '-'), ''), 'TYPE') as base
      from asset_types where code is null
    ) as o
  ) as b
) as n
where t.company_id = n.company_id and t.id = n.id;
alter table asset_types
  alter column code set not null,
  drop column search_text,
  add column search_text text generated always as (lower(code || ' ' || name || ' ' || kind || ' ' || coalesce(description, ''))) stored;
create unique index asset_types_code_once on asset_types (company_id, lower(code));
create index asset_types_by_code on asset_types (company_id, code, id);
create index asset_types_search on asset_types using gin (company_id, search_text gin_trgm_ops);

-- What new companies begin with besides (default-asset-types.server.ts), for those that have nothing of that name or code.
insert into asset_types (company_id, code, name, kind, is_serialised, has_meter, allows_commodities, tare_kg, max_gross_kg, description)
select c.id, v.code, v.name, v.kind, true, v.has_meter, v.carries, v.tare, v.gross, v.description from companies c cross join (values
  ('BOX', 'Box trailer', 'trailer', false, true, 7400, 39000, '13.6 m, solid sides, loaded from the rear'),
  ('SWAP-BODY', 'Swap body', 'container', false, true, 2900, 16000, '7.45 m, class C, stands on its own legs'),
  ('REEFER-UNIT', 'Reefer unit', 'equipment', true, false, 850, 1100, 'Cooling unit with its own engine, whose hours are counted'),
  ('GENERATOR', 'Generator', 'equipment', true, false, 900, 1050, 'Genset that feeds reefer containers on the road')
) as v (code, name, kind, has_meter, carries, tare, gross, description)
on conflict do nothing;
