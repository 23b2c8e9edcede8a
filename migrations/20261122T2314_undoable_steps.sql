-- A step at the gate that was taken on the wrong truck can be taken back within half an hour: each step keeps what the
-- delivery was before it.
alter table delivery_schedules
  -- The steps of the last half hour, the newest last: `step`, when it was recorded (`at`), `from`, and the columns `before` it.
  add column undoable_steps jsonb not null default '[]' check (jsonb_typeof(undoable_steps) = 'array');
