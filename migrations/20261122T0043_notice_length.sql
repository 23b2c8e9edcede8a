-- An erasure may make a notice longer than it was written: another word stands for the person. What is written keeps its 1000.
alter table companies drop constraint companies_hr_message_check;
alter table companies add constraint companies_hr_message_check check (char_length(hr_message) between 1 and 20000);
