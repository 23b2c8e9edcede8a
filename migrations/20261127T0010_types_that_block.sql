-- Each row of a list of vehicles or drivers asks which types of documents keep somebody or something from leaving.
create index document_types_that_block on document_types (company_id, subject, is_required)
  where blocks_dispatch and is_active and archived_at is null;
