-- A row that comes with its worth keeps it: a restored order is what it was, whatever rates came after it.
create or replace function keep_comparable_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or new.total_in_own = 0 then
    new.total_in_own := comparable_total(new);
  end if;
  return new;
end $$;
