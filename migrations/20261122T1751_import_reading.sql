-- How the file of an import was read: its encoding or sheet, the row of its headings, and how its numbers and dates are written.
alter table imports
  add column reading jsonb not null default '{}',
  -- Rows that would make a record, change one, or leave one as it is; counted by the dry run.
  add column new_count integer not null default 0,
  add column changed_count integer not null default 0,
  add column unchanged_count integer not null default 0;

alter table import_rows
  -- What the row would change: field, then what is saved and what stands in the file.
  add column changes jsonb,
  drop constraint import_rows_outcome_check,
  add constraint import_rows_outcome_check check (outcome in ('good', 'bad', 'created', 'updated', 'unchanged'));
