-- What a trip drove follows from what was read at its ends: found by the trip.
create index meter_readings_of_trip on meter_readings (company_id, source_id)
where source in ('trip_start', 'trip_end') and voided_at is null;
