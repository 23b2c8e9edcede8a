-- What is in or on an asset: goods, how much of them, from when until when, under which seal. Dangerous goods among them make a
-- trip that the asset goes along on a transport of dangerous goods.
create table asset_loads (
  like company_record,
  asset_id uuid not null,
  commodity_id uuid not null,
  quantity numeric(12, 3) not null check (quantity > 0),
  -- As the commodity was counted when it was loaded.
  quantity_type text not null check (quantity_type ~ '^[A-Z0-9]{2,3}$'),
  -- What it goes on; else whatever the asset goes along on while it is loaded.
  trip_id uuid,
  seal_number text,
  loaded_at timestamptz(3) not null,
  unloaded_at timestamptz(3),
  -- What it is called where its asset is told already.
  said text not null generated always as (trim_scale(quantity)::text || ' ' || quantity_type) stored,
  search_text text generated always as (lower(coalesce(seal_number, ''))) stored,
  constraint asset_loads_unloaded_after check (unloaded_at > loaded_at),
  constraint asset_loads_asset foreign key (company_id, asset_id) references assets (company_id, id),
  constraint asset_loads_commodity foreign key (company_id, commodity_id) references asset_commodities (company_id, id),
  constraint asset_loads_trip foreign key (company_id, trip_id) references trips (company_id, id)
);
select company_table('asset_loads');
create index asset_loads_by_age on asset_loads (company_id, created_at, id);
create index asset_loads_by_loading on asset_loads (company_id, loaded_at, id);
create index asset_loads_of_asset on asset_loads (company_id, asset_id, loaded_at, id);
create index asset_loads_of_commodity on asset_loads (company_id, commodity_id);
create index asset_loads_of_trip on asset_loads (company_id, trip_id);
create index asset_loads_search on asset_loads using gin (company_id, search_text gin_trgm_ops);
