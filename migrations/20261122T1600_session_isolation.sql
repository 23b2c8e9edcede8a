-- A session names a company, so its table is closed like every other: whoever works in a company sees none, whatever may
-- be granted later. The role of sign-in sees all, because a session is what tells the company, and because somebody who
-- signs out everywhere ends the sessions of theirs that act in another company too.
alter table sessions enable row level security;
alter table sessions force row level security;
create policy all_sessions on sessions to waybill_auth using (true) with check (true);
create policy owner_all on sessions to waybill_owner using (true) with check (true);
