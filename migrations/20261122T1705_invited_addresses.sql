-- An invitation says nothing of whether its address has an account elsewhere: several companies may invite the same person,
-- and the first acceptance takes the address. Who was removed from a company may have an account in another.
drop index users_email_once;
create unique index users_address_once on users (lower(email)) where status not in ('invited', 'deactivated');
create unique index users_email_once on users (company_id, lower(email));
create index users_by_email on users (lower(email));
