-- A file that a person imports: its rows are staged here, checked, and applied in one transaction.
create table imports (
  id uuid not null default uuidv7(),
  entity text not null,
  file_name text not null,
  sheet_columns text[] not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'checked', 'applying', 'done', 'failed')),
  mapping jsonb not null default '{}',
  mode text not null default 'all_or_nothing' check (mode in ('all_or_nothing', 'skip_bad')),
  row_count integer not null,
  bad_count integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  failure text,
  started_by uuid not null,
  started_by_name text not null
);
select company_table('imports');
create index imports_by_age on imports (company_id, created_at, id);

create table import_rows (
  id uuid not null default uuidv7(),
  import_id uuid not null,
  row_no integer not null,
  cells text[] not null,
  value jsonb,
  errors jsonb,
  outcome text check (outcome in ('good', 'bad', 'created', 'updated'))
);
select company_rows('import_rows');
alter table import_rows add constraint import_rows_import foreign key (company_id, import_id) references imports (company_id, id) on delete cascade;
create unique index import_rows_once on import_rows (company_id, import_id, row_no);
