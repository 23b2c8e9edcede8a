-- The company types that every installation has get the same ids in each, so that a company's rows mean the same elsewhere.
alter table companies drop constraint companies_company_type_id_fkey;
create temporary table fixed_types on commit drop as
select t.id as old_id, f.new_id from (values
  ('SHIPPER', '01990000-0000-7000-8000-0000000000c1'::uuid),
  ('WAREHOUSE_OPERATOR', '01990000-0000-7000-8000-0000000000c2'),
  ('THREE_PL', '01990000-0000-7000-8000-0000000000c3'),
  ('CARRIER', '01990000-0000-7000-8000-0000000000c4'),
  ('VENDOR', '01990000-0000-7000-8000-0000000000c5'),
  ('BROKER', '01990000-0000-7000-8000-0000000000c6')
) as f (code, new_id) join company_types t on lower(t.code) = lower(f.code);
update company_types t set id = f.new_id from fixed_types f where t.id = f.old_id;
update companies c set company_type_id = f.new_id from fixed_types f where c.company_type_id = f.old_id;
update company_registrations r set draft = jsonb_set(draft, '{companyTypeId}', to_jsonb(f.new_id::text))
from fixed_types f where r.draft ->> 'companyTypeId' = f.old_id::text;
alter table companies add constraint companies_company_type_id_fkey foreign key (company_type_id) references company_types (id);
