-- What was not handed over of a delivery is brought by another one, which knows whose rest it is; after a cancelled one by another.
alter table fleet_deliveries add column rest_of_id uuid;
alter table fleet_deliveries add constraint fleet_deliveries_rest_of foreign key (company_id, rest_of_id) references fleet_deliveries (company_id, id);
create unique index fleet_deliveries_rest_of_id_once on fleet_deliveries (company_id, rest_of_id) where status <> 'cancelled';
create index fleet_deliveries_rests on fleet_deliveries (company_id, rest_of_id);
