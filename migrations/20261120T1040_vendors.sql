create table vendors (
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'on_hold', 'inactive')),
  hold_reason text,
  tax_id text,
  order_email text,
  phone text,
  website text,
  address_line1 text,
  address_line2 text,
  city text,
  region text,
  postal_code text,
  country_code char(2) check (country_code ~ '^[A-Z]{2}$'),
  currency char(3) not null references currencies (code),
  payment_terms_days integer check (payment_terms_days between 0 and 365),
  incoterm text check (incoterm in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  incoterm_place text,
  lead_time_days integer check (lead_time_days between 0 and 1000),
  min_order_total numeric(19, 4) check (min_order_total >= 0),
  over_receipt_pct numeric(7, 4) check (over_receipt_pct >= 0),
  freight_terms text check (freight_terms in ('prepaid', 'collect', 'third_party')),
  reminder_days_before_due integer check (reminder_days_before_due between 0 and 90),
  notes text,
  search_text text generated always as (lower(code || ' ' || name || ' ' || coalesce(city, '') || ' ' || coalesce(order_email, ''))) stored
);
select company_table('vendors');
create unique index vendors_code_once on vendors (company_id, lower(code));
create index vendors_by_name on vendors (company_id, name, id);
create index vendors_by_code on vendors (company_id, code, id);
create index vendors_by_age on vendors (company_id, created_at, id);
create index vendors_search on vendors using gin (company_id, search_text gin_trgm_ops);

create table vendor_contacts (
  id uuid not null default uuidv7(),
  vendor_id uuid not null,
  position integer not null default 0,
  name text not null,
  role text,
  email text not null,
  phone text,
  receives_orders boolean not null default false,
  is_primary boolean not null default false
);
select company_rows('vendor_contacts');
alter table vendor_contacts add constraint vendor_contacts_vendor foreign key (company_id, vendor_id) references vendors (company_id, id) on delete cascade;
create index vendor_contacts_of_vendor on vendor_contacts (company_id, vendor_id, position);
create unique index vendor_contacts_one_primary on vendor_contacts (company_id, vendor_id) where is_primary;
