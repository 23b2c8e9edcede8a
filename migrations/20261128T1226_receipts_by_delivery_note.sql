-- Which other receipts have the delivery note of one.
create index receipts_by_delivery_note on receipts (company_id, lower(vendor_delivery_note))
  where vendor_delivery_note is not null;
