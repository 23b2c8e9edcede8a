-- The order line that a receipt's line names, whether it was counted for it or only claimed of it. A list of receipts
-- joins by it; over two columns PostgreSQL reads all lines of all orders for each receipt.
alter table receipt_lines
  add column item_id uuid generated always as (coalesce(purchase_order_item_id, claimed_item_id)) stored;
