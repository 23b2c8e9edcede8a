-- A pin is both of its coordinates or neither.
update locations set latitude = null, longitude = null where num_nonnulls(latitude, longitude) = 1;
alter table locations add constraint locations_pin_is_whole check (num_nonnulls(latitude, longitude) <> 1);
