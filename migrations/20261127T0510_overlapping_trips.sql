-- One vehicle, or one driver, on two trips at the same time by what was told: looked up by who drove what when.
create index trips_of_vehicle_then on trips using gist (company_id, vehicle_id, tstzrange(actual_start, actual_end))
  where actual_start is not null;
create index trips_of_driver_then on trips using gist (company_id, driver_id, tstzrange(actual_start, actual_end))
  where actual_start is not null;
create index trip_legs_of_vehicle_then on trip_legs using gist (company_id, vehicle_id, tstzrange(begins_at, ends_at));
create index trip_legs_of_driver_then on trip_legs using gist (company_id, driver_id, tstzrange(begins_at, ends_at));
