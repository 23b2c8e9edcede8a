-- What drove though something should have kept it in the yard, and nobody has answered for: looked for by the dashboard and lists.
create index trip_legs_unanswered on trip_legs (company_id, trip_id) where remarks @> '[{"isOpen": true}]'::jsonb;
