-- A notice that a company's administrators publish until a day, and whether a delivery is proved by a one-time code.
alter table companies add column hr_message text check (char_length(hr_message) between 1 and 1000);
alter table companies add column hr_message_until date;
alter table companies add column pod_otp_required boolean not null default false;
