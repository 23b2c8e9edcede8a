-- A company that is older than asset types had none, and has only what the codes of types brought it: it gets all that new
-- companies begin with (default-asset-types.server.ts).
insert into asset_types (company_id, code, name, kind, is_serialised, has_meter, allows_commodities, tare_kg, max_gross_kg, description)
select c.id, v.code, v.name, v.kind, v.kind <> 'returnable', v.has_meter, v.kind <> 'equipment', v.tare, v.gross, v.description
from companies c cross join (values
  ('CURTAIN', 'Curtain trailer', 'trailer', false, 6400, 39000, '13.6 m, 33 euro pallets, loaded from the side'),
  ('REEFER', 'Reefer trailer', 'trailer', true, 8700, 39000, '13.4 m with a cooling unit, whose hours are counted'),
  ('DRYVAN-53', 'Dry van, 53 ft', 'trailer', false, 6350, 30800, '16.2 m, 26 pallets of 48 x 40 in'),
  ('CONT-20', '20 ft container', 'container', false, 2300, 30480, 'ISO 22G1'),
  ('CONT-40', '40 ft container', 'container', false, 3750, 30480, 'ISO 42G1'),
  ('FORKLIFT', 'Forklift', 'equipment', true, 4200, 6700, 'Counterbalanced, 2.5 t'),
  ('PALLET-JACK', 'Pallet jack', 'equipment', false, 75, 2575, 'Pushed by hand'),
  ('EUR-POOL', 'Euro pallet pool', 'returnable', false, 25, 1525, 'EPAL 1, 800 x 1200 mm, exchanged one for one'),
  ('CAGE-POOL', 'Roll cage pool', 'returnable', false, 38, 538, 'Comes back empty, nested')
) as v (code, name, kind, has_meter, tare, gross, description)
where not exists (select from asset_types t
  where t.company_id = c.id and t.code not in ('BOX', 'SWAP-BODY', 'REEFER-UNIT', 'GENERATOR'))
on conflict do nothing;
