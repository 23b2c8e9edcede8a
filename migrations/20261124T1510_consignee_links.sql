-- Who gets a delivery of the fleet follows it by a mailed link.
alter table links drop constraint links_purpose_check,
  add constraint links_purpose_check check (purpose in ('po.respond', 'po.view', 'ds.approve', 'fd.follow'));
