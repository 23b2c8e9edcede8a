-- What lay in the bins when a company began with Waybill: moves that no receipt stands behind. Their date of expiry, which
-- a receipt's line says of all others, stands with them.
alter table stock_moves
  alter column receipt_line_id drop not null,
  add column expiry_date date,
  drop constraint stock_moves_reason_check,
  add constraint stock_moves_reason_check check (reason in ('receipt', 'reversal', 'return', 'scrap', 'opening')),
  add constraint stock_moves_receipt_or_opening check ((reason = 'opening') = (receipt_line_id is null));

-- Companies that exist give the right to the roles that have it in new ones.
update roles set permissions = array_append(permissions, 'CAN_ENTER_OPENING_STOCK')
where is_default and code in ('COMPANY_ADMIN', 'WAREHOUSE_MANAGER') and not 'CAN_ENTER_OPENING_STOCK' = any(permissions);
