-- What of the checks of a trip somebody with the right has answered for before it left: of what kind, and of whom or what; no words.
alter table trips add column answered_checks jsonb not null default '[]';
