-- A kept mail shows nobody its secrets, and mails about somebody's access are for SUPER_ADMINs only.

-- What a mail is about. One of which nothing is known is hidden rather than shown.
alter table mails add column about text not null default 'access' check (about in ('access', 'work'));
update mails set about = 'work' where entity in ('purchase-order', 'delivery-schedule', 'company-export');

-- What a mail server said of a mail may repeat a part of it. Secrets that stand there are over, and masked;
-- those in the kept files are found when Waybill starts (src/server/old-mails.ts).
do $$
declare
  secret constant text := '#t=([A-Za-z0-9_-]{43})';
  hashes bytea[];
begin
  select coalesce(array_agg(sha256(convert_to(hit[1], 'UTF8'))), '{}') into hashes
    from mails, regexp_matches(subject || ' ' || coalesce(error, ''), secret, 'g') as hit;
  update links set revoked_at = now(), revoked_reason = 'revoked' where token_hash = any(hashes) and used_at is null and revoked_at is null;
  update password_tokens set used_at = now() where token_hash = any(hashes) and used_at is null;
  update registrations set expires_at = now() where token_hash = any(hashes) and expires_at > now();
  update mails set subject = regexp_replace(subject, secret, '#t=••••••••', 'g'), error = regexp_replace(error, secret, '#t=••••••••', 'g')
    where subject || ' ' || coalesce(error, '') ~ secret;
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute 'update graphile_worker._private_jobs set last_error = regexp_replace(last_error, $1, $2, ''g'') where last_error ~ $1' using secret, '#t=••••••••';
  end if;
end $$;

-- Whose mails nobody else reads. In small letters, as it is now.
create function super_admin_addresses() returns text[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(lower(email)), '{}') from users where is_super_admin and archived_at is null
$$;
revoke all on function super_admin_addresses() from public;
grant execute on function super_admin_addresses() to waybill_app;

-- The app's role, in which requests, exports and jobs of a company work, does not see them. The role of the installation
-- does, which is also a member of the app's: hence its name in the condition, asked once for all rows.
create policy not_about_access on mails as restrictive for select to waybill_app
  using ((select current_user = 'waybill_auth') or (about = 'work' and lower(recipient) <> all ((select super_admin_addresses())::text[])));
