-- What goes back to the vendor says which part of its receipt line it was, and by which issue: nothing goes back twice,
-- and a return can be undone.
alter table stock_moves
  add column part text check (part in ('accepted', 'damaged', 'rejected')),
  add column issue_id uuid,
  add constraint stock_moves_issue foreign key (company_id, issue_id) references reported_issues (company_id, id);
create index stock_moves_of_issue on stock_moves (company_id, issue_id);

alter table reported_issues
  -- What one `uom` of the quantity is in base units: two packs may have the same code.
  add column qty_per_uom numeric(18, 6) check (qty_per_uom > 0),
  -- In base units, while a return by this issue stands.
  add column returned_base_qty numeric;
update reported_issues r set qty_per_uom = coalesce(
  (select i.qty_per_uom from purchase_order_items i where i.company_id = r.company_id and i.id = r.purchase_order_item_id
    and i.uom = r.uom and r.kind in ('over', 'short')),
  (select l.qty_per_uom from receipt_lines l where l.company_id = r.company_id and l.id = r.receipt_line_id
    and l.uom = coalesce(r.uom, l.uom)),
  (select i.qty_per_uom from purchase_order_items i where i.company_id = r.company_id and i.id = r.purchase_order_item_id
    and i.uom = r.uom))
where r.qty_affected is not null;
-- A surplus of pieces that was written as a rounded share of a pack is those pieces.
update reported_issues r set qty_affected = round(r.qty_affected * r.qty_per_uom), uom = p.base_uom, qty_per_uom = 1
from purchase_order_items i join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
where r.company_id = i.company_id and r.purchase_order_item_id = i.id and r.kind = 'over' and r.created_by is null
  and abs(r.qty_affected * r.qty_per_uom - round(r.qty_affected * r.qty_per_uom)) between 0.0000000001 and 0.000001 * r.qty_per_uom;

alter table stock_moves disable trigger append_only;
update stock_moves m set issue_id = r.id, part = case r.kind when 'damaged' then 'damaged' when 'quality' then 'rejected' else 'accepted' end
from (select distinct on (company_id, receipt_line_id) company_id, receipt_line_id, id, kind from reported_issues
  where resolution = 'return' order by company_id, receipt_line_id, resolved_at desc) r
where m.reason = 'return' and r.company_id = m.company_id and r.receipt_line_id = m.receipt_line_id;
update stock_moves set part = 'accepted' where reason = 'return' and part is null;
alter table stock_moves enable trigger append_only;
alter table stock_moves add constraint stock_moves_return_says_what check (reason <> 'return' or part is not null);
update reported_issues r set returned_base_qty = m.quantity
from (select company_id, issue_id, -sum(quantity) as quantity from stock_moves where issue_id is not null group by 1, 2) m
where m.company_id = r.company_id and m.issue_id = r.id and r.status in ('resolved', 'closed');
