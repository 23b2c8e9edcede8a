-- Of goods that are tracked by serial number: those that were read off the pieces. A receipt that takes another back
-- names the same ones.
alter table receipt_lines add column serial_numbers text[] not null default '{}'
  check (array_position(serial_numbers, null) is null and cardinality(serial_numbers) <= 2000);
