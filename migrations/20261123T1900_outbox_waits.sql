-- Tasks stay in the outbox until they are due, some for a year: what is due is found without reading what is not.
create index outbox_due on outbox (run_at, id);
