-- What an import left as it was is no longer counted among what it changed.
update imports set updated_count = updated_count - unchanged_count
where state = 'done' and updated_count >= unchanged_count;
