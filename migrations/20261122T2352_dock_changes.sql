-- A truck may change its dock while it is unloaded, and a driver may leave before that: the trailer stays.
alter table delivery_schedules
  -- Since when it stands at its present dock, where that is not its first.
  add column dock_changed_at timestamptz(3),
  -- The driver has left, and the trailer stays until `gate_out_at`.
  add column driver_left_at timestamptz(3);
