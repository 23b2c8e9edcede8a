-- What becomes of goods by the resolution of their issue: scrapped goods leave the stock, and what is replaced is expected
-- again while the pieces stay, until they are sent back or scrapped. Neither happens twice to the same pieces, and each can be undone.
alter table stock_moves
  drop constraint stock_moves_reason_check,
  add constraint stock_moves_reason_check check (reason in ('receipt', 'reversal', 'return', 'scrap')),
  drop constraint stock_moves_return_says_what,
  add constraint stock_moves_issue_says_what check (reason not in ('return', 'scrap') or part is not null);
alter table reported_issues
  -- In base units, while it stands.
  add column scrapped_base_qty numeric,
  add column replaced_base_qty numeric,
  -- Which pieces of the receipt line are replaced: {"damaged": "3"}, in base units.
  add column replaced_parts jsonb;

-- A vendor may also propose changes of what they confirmed: where the order stands again when the buyer refuses them.
alter table purchase_order_proposals
  add column order_status text not null default 'sent' check (order_status in ('sent', 'confirmed'));
