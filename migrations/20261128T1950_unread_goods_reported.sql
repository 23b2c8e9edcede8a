-- What a count had reported of goods as "other" (no lot, date or serial number that could be read, a number that was received
-- before, a broken piece) was settled by itself when something else of its delivery came or the truck was done. It is open
-- again where its receipt stands. What somebody closed since they have seen, and it stays closed.
with opened as (
  update reported_issues i set status = 'open', resolution = null, resolution_note = null, resolved_at = null, resolved_by = null,
    resolved_by_receipt_id = null, archived_at = null, version = i.version + 1, updated_at = now(),
    due_at = now() + case i.severity when 'critical' then interval '4 hours' when 'high' then interval '24 hours'
      when 'medium' then interval '72 hours' else interval '168 hours' end
  from receipts g
  where (g.company_id, g.id) = (i.company_id, i.receipt_id) and g.status <> 'reversed'
    and i.kind = 'other' and i.created_by is null and i.status = 'resolved' and i.resolution = 'settled'
  returning i.company_id, i.id
)
insert into events (company_id, entity, entity_id, step, actor_kind, from_status, to_status, reason)
select company_id, 'issue', id, 'reopened', 'system', 'resolved', 'open', 'it was settled by mistake' from opened;
