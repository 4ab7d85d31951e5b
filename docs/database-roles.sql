-- Rights of the role that runs the product (DATABASE_URL). It can read and write rows, and cannot change tables, disable or
-- drop triggers, truncate, or change rows of append-only tables. Described in docs/migrations.md.
--
-- Create the role once, as an administrator of the server:
--   create role crossriverpay_app login password '…';
-- Then run this file in the product's database, as the role that owns the tables (MIGRATION_DATABASE_URL). Run it after
-- the first `npm run migrate`, and again after an update that adds append-only tables. Running this file again does no harm.

revoke create on schema public from public;
grant usage on schema public to crossriverpay_app;
grant select, insert, update, delete on all tables in schema public to crossriverpay_app;
grant usage, select on all sequences in schema public to crossriverpay_app;
grant execute on all functions in schema public to crossriverpay_app;

-- Default privileges cover tables that the owner creates in later migrations.
alter default privileges in schema public grant select, insert, update, delete on tables to crossriverpay_app;
alter default privileges in schema public grant usage, select on sequences to crossriverpay_app;
alter default privileges in schema public grant execute on functions to crossriverpay_app;

-- The server reads the list of applied migrations at its start; `npm run backup` reads all tables.
grant usage on schema drizzle to crossriverpay_app;
grant select on all tables in schema drizzle to crossriverpay_app;
grant select on all sequences in schema drizzle to crossriverpay_app;
alter default privileges in schema drizzle grant select on tables to crossriverpay_app;
alter default privileges in schema drizzle grant select on sequences to crossriverpay_app;

-- Append-only tables: revokes update and delete where a trigger refuses them anyway. The trigger guard_erasure accepts only updates by
-- the function erase_personal_rows, which runs with the rights of its owner (docs/citizens-data.md).
do $$
declare
  kept record;
begin
  for kept in
    select tgrelid::regclass as of_table, bool_or(tgtype & 16 > 0 and tgqual is null and tgattr = '') as from_update,
      bool_or(tgtype & 8 > 0 and tgqual is null) as from_delete
    from pg_trigger where tgfoid in ('public.refuse_change'::regproc, 'public.guard_erasure'::regproc) and not tgisinternal group by tgrelid
  loop
    if kept.from_update then execute format('revoke update on %s from crossriverpay_app', kept.of_table); end if;
    if kept.from_delete then execute format('revoke delete on %s from crossriverpay_app', kept.of_table); end if;
  end loop;
end $$;

-- The product reads and writes partitions through their tables; only `npm run backup` reads them directly. Only the owner creates
-- partitions, except that the role may call make_month_partitions for the coming months (docs/archive.md).
do $$
declare
  part regclass;
begin
  for part in select inhrelid from pg_inherits join pg_class c on c.oid = inhrelid where c.relkind = 'r' loop
    execute format('revoke all on %s from crossriverpay_app', part);
    execute format('grant select on %s to crossriverpay_app', part);
  end loop;
end $$;
revoke execute on function restrict_partition(text, text), add_partition(text, text, text), add_month_partitions(text, text)
  from public, crossriverpay_app;

-- Only the function erase_audit_rows changes audit rows. It runs with the rights of its owner (docs/citizens-data.md).
revoke update on audit_trails from crossriverpay_app;
revoke insert on audit_erasures from crossriverpay_app;
revoke insert on audit_archives from crossriverpay_app;

-- Reconciliation has one row of settings, which the product only updates.
revoke insert, delete on reconciliation_settings from crossriverpay_app;
