-- What the system reports is kept as a sentence with its values, and said in the language of whoever reads it;
-- `description` is the same in English, for searching. What people write, and what was reported before, has none.
alter table reported_issues add column told jsonb check (jsonb_typeof(told) = 'object');
