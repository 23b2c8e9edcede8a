-- Documents are of assets and of trips, too.
alter table document_types drop constraint document_types_subject_check;
alter table document_types add constraint document_types_subject_check
  check (subject in ('driver', 'company', 'vehicle', 'asset', 'trip'));
alter table papers add column asset_id uuid, add column trip_id uuid;
alter table papers drop constraint papers_subject_check;
alter table papers
  add constraint papers_subject_check check (subject in ('driver', 'company', 'vehicle', 'asset', 'trip')),
  add constraint papers_of_an_asset check ((subject = 'asset') = (asset_id is not null)),
  add constraint papers_of_a_trip check ((subject = 'trip') = (trip_id is not null)),
  add constraint papers_asset_fkey foreign key (company_id, asset_id) references assets (company_id, id),
  add constraint papers_trip_fkey foreign key (company_id, trip_id) references trips (company_id, id);
create index papers_of_asset on papers (company_id, asset_id, type_id);
create index papers_of_trip on papers (company_id, trip_id, type_id);

-- What new companies begin with (default-document-types.server.ts), for those that are there.
insert into document_types (company_id, code, name, subject, blocks_dispatch, requires_expiry, renewal_months)
select c.id, t.code, t.name, t.subject, t.blocks, t.ends, t.months from companies c, (values
  ('TRAILER-INSPECTION', 'Roadworthiness inspection of a trailer', 'asset', true, true, 12),
  ('CSC', 'Safety approval of a container (CSC)', 'asset', true, true, 30),
  ('ATP', 'Certificate for perishable goods (ATP)', 'asset', false, true, 36),
  ('WAYBILL', 'Consignment note (CMR)', 'trip', false, false, null),
  ('TRANSPORT-PERMIT', 'Permit for this transport', 'trip', false, false, null)
) as t(code, name, subject, blocks, ends, months)
on conflict do nothing;
