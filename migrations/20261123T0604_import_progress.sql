-- How far the check or the writing of an import is, told while that goes on: in a row of its own, since the import's is locked.
create table import_progress (
  like company_row,
  import_id uuid not null,
  rows_done integer not null default 0 check (rows_done >= 0),
  constraint import_progress_import foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
);
select company_rows('import_progress');
create unique index import_progress_once on import_progress (company_id, import_id);
insert into import_progress (company_id, import_id) select company_id, id from imports;
