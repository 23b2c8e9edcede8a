-- Records that were removed left their files behind: those of papers and drivers go now, with what they hold.
with gone as (
  delete from files f where (f.entity = 'document' and not exists (select from papers p where p.company_id = f.company_id and p.id = f.entity_id))
    or (f.entity = 'driver' and not exists (select from drivers d where d.company_id = f.company_id and d.id = f.entity_id))
  returning company_id, sha256
)
insert into outbox (company_id, task, payload, run_at)
  select company_id, 'sweep-file', jsonb_build_object('sha256', encode(sha256, 'hex')), now() + interval '15 minutes' from gone;
