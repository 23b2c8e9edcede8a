-- Documents are of vehicles, too.
alter table document_types drop constraint document_types_subject_check;
alter table document_types add constraint document_types_subject_check check (subject in ('driver', 'company', 'vehicle'));
alter table papers add column vehicle_id uuid;
alter table papers drop constraint papers_subject_check;
alter table papers add constraint papers_subject_check check (subject in ('driver', 'company', 'vehicle'));
alter table papers add constraint papers_of_a_vehicle check ((subject = 'vehicle') = (vehicle_id is not null));
alter table papers add constraint papers_vehicle_fkey foreign key (company_id, vehicle_id) references vehicles (company_id, id);
create index papers_of_vehicle on papers (company_id, vehicle_id, type_id);

-- What new companies begin with (default-document-types.server.ts), for those that are there.
insert into document_types (company_id, code, name, subject, blocks_dispatch, requires_expiry, renewal_months)
select c.id, t.code, t.name, 'vehicle', t.blocks, t.ends, t.months from companies c, (values
  ('REGISTRATION', 'Registration certificate', true, false, null),
  ('INSURANCE', 'Vehicle insurance', true, true, 12),
  ('INSPECTION', 'Roadworthiness inspection', true, true, 12),
  ('TACHO-CHECK', 'Tachograph calibration', false, true, 24),
  ('LEASE', 'Lease contract', false, true, null),
  ('PERMIT', 'Permit for heavy or abnormal loads', false, true, 12)
) as t(code, name, blocks, ends, months)
on conflict do nothing;
