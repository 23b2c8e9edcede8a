-- What somebody typed for all rows of a file was suggested to everybody in the company: each remembers their own. What was
-- remembered until now is nobody's: it stays as a suggestion of columns, without what was typed.
alter table import_mappings add column user_id uuid;
update import_mappings set mapping = jsonb_set(mapping, '{mapping}', coalesce((
  select jsonb_object_agg(field, source) from jsonb_each(mapping -> 'mapping') as given (field, source) where source ? 'column'
), '{}')) where mapping ? 'mapping';
drop index import_mappings_once;
create unique index import_mappings_once on import_mappings (company_id, user_id, entity, signature);
