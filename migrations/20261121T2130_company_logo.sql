-- A company's logo is a document; whoever signs in is told where it is.

grant select (id, company_id, entity, entity_id, created_at) on documents to waybill_auth;
create policy logos on documents for select to waybill_auth using (entity = 'company' and company_id = (select current_company()));
