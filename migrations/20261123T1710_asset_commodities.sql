-- Goods as carriers know them: by the codes of customs and of dangerous goods, in which unit they are counted, how warm they
-- may be. A company enters its own; what is dangerous follows from the class.
create table asset_commodities (
  like company_record,
  code text not null,
  name text not null,
  -- The first six digits are the same in the whole world; countries add two or four.
  hs_code text check (hs_code ~ '^\d{6}(\d{2}(\d{2})?)?$'),
  un_number text check (un_number ~ '^UN\d{4}$'),
  hazard_class text check (hazard_class in ('1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '6.2', '7', '8', '9')),
  packing_group text check (packing_group in ('I', 'II', 'III')),
  temp_min_c numeric(5, 2) check (temp_min_c between -100 and 100),
  temp_max_c numeric(5, 2) check (temp_max_c between -100 and 100),
  -- A code of the company's list of quantity types.
  quantity_type text not null check (quantity_type ~ '^[A-Z0-9]{2,3}$'),
  unit_weight_kg numeric(12, 3) check (unit_weight_kg > 0),
  unit_volume_m3 numeric(12, 6) check (unit_volume_m3 > 0),
  is_stackable boolean not null default false,
  -- Whoever gives a UN number gives a class as well, so that the class alone says it.
  is_hazmat boolean not null generated always as (hazard_class is not null) stored,
  code_key text generated always as (lower(code)) stored,
  search_text text generated always as (lower(code || ' ' || name || ' ' || coalesce(hs_code, '') || ' ' || coalesce(un_number, ''))) stored,
  constraint asset_commodities_un_number_has_class check (un_number is null or hazard_class is not null),
  -- Explosives, gases, organic peroxides, infectious substances and radioactive material have no packing groups.
  constraint asset_commodities_packing_group_of_class check (packing_group is null
    or (hazard_class is not null and hazard_class not in ('1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '2.1', '2.2', '2.3', '5.2', '6.2', '7'))),
  constraint asset_commodities_temperatures_in_order check (temp_min_c <= temp_max_c)
);
select company_table('asset_commodities');
create unique index asset_commodities_code_once on asset_commodities (company_id, lower(code));
create index asset_commodities_by_code_key on asset_commodities (company_id, code_key);
create index asset_commodities_by_code on asset_commodities (company_id, code, id);
create index asset_commodities_by_name on asset_commodities (company_id, name, id);
create index asset_commodities_by_age on asset_commodities (company_id, created_at, id);
create index asset_commodities_search on asset_commodities using gin (company_id, search_text gin_trgm_ops);
