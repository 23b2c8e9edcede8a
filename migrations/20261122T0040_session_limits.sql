-- How long a sign-in lasts: without use, and at most. Each company says it of its own people.
alter table companies
  add column session_idle_hours smallint not null default 12 check (session_idle_hours between 1 and 168),
  add column session_days smallint not null default 7 check (session_days between 1 and 30);

create function session_holds(session sessions, company companies) returns boolean language sql stable
  as 'select session.expires_at > now() and session.created_at > now() - make_interval(days => company.session_days) and session.last_seen_at > now() - make_interval(hours => company.session_idle_hours)';
