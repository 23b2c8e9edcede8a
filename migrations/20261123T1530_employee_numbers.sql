-- As it is compared: a policy's reader looks up by an index what stands in a column, not what a function makes of one.
alter table drivers add column employee_no_key text generated always as (lower(employee_no)) stored;
create index drivers_by_employee_no_key on drivers (company_id, employee_no_key);
