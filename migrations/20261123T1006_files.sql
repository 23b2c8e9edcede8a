-- What people attach to a record is a file. A document is a paper with a type and an expiry, which has a table of its own.
alter table documents rename to files;
alter table files rename constraint documents_pkey to files_pkey;
alter table files rename constraint documents_company_id_fkey to files_company_id_fkey;
alter table files rename constraint documents_bytes_check to files_bytes_check;
alter index documents_of_record rename to files_of_record;

-- Nodes of the version before go on under the old name while others are updated already; it can go with the next version.
create view documents with (security_invoker = true) as select * from files;
grant select, insert, update, delete on documents to waybill_app;
grant select (id, company_id, entity, entity_id, created_at) on documents to waybill_auth;
comment on view documents is 'For nodes of 0.1.0';
