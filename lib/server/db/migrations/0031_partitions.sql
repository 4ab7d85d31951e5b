-- Needs: the statements of 0030_partition_preparation that run after its commit.
CREATE TABLE "provider_event_ids" (
	"id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Written by hand: partitions audit_trails, transaction_events and ledger_postings by month, without moving rows (docs/archive.md). Each
-- table becomes the first partition of a new one that has its name.
-- This function returns the partitioned table of a partition, for error messages of triggers.
CREATE FUNCTION partitioned_table_of(changed oid) RETURNS name LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT relname FROM pg_class WHERE oid = coalesce(pg_partition_root(changed::regclass), changed)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', partitioned_table_of(TG_RELID), TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_audit_update() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  citizen uuid;
  erased_columns constant text[] := ARRAY['record_name', 'before', 'after', 'refusal', 'salt', 'admin_name'];
BEGIN
  SELECT e.user_id INTO citizen FROM audit_erasures a JOIN citizen_erasures e ON e.id = a.erasure_id WHERE a.audit_id = OLD.id;
  IF NOT FOUND OR to_jsonb(NEW) - erased_columns IS DISTINCT FROM to_jsonb(OLD) - erased_columns
      OR num_nonnulls(NEW.record_name, NEW.before, NEW.after, NEW.refusal, NEW.salt) > 0
      OR NEW.admin_name IS DISTINCT FROM (CASE WHEN
        NOT (OLD.by_citizen OR OLD.personal_digest IS NULL AND OLD.admin_id IS NOT DISTINCT FROM citizen) THEN OLD.admin_name END) THEN
    RAISE EXCEPTION '% is append-only: % refused', partitioned_table_of(TG_RELID), TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Refuses a row whose number is waiting (primary key of audit_waiting) or sealed. The primary key of audit_trails now contains `at`, so
-- it no longer keeps numbers unique.
CREATE OR REPLACE FUNCTION await_audit_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_waiting (audit_id) SELECT id FROM added;
  IF EXISTS (SELECT 1 FROM added JOIN audit_seals s ON s.audit_id = added.id) THEN
    RAISE EXCEPTION 'an audit row with this number exists' USING ERRCODE = 'unique_violation', CONSTRAINT = 'audit_trails_id';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Keeps postings unique, although their unique keys now contain the time. A posting must have the time of its entry, and continue the
-- numbers of its account without a gap. The update locks the account.
CREATE OR REPLACE FUNCTION apply_ledger_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger_accounts a SET balance = a.balance + s.change, postings = a.postings + s.postings
  FROM (
    SELECT p.account_id, count(*) AS postings,
      sum(CASE WHEN b.side = 'credit' THEN p.amount ELSE -p.amount END) AS change
    FROM added p JOIN ledger_accounts b ON b.id = p.account_id GROUP BY p.account_id
  ) s WHERE a.id = s.account_id;
  IF EXISTS (
    SELECT 1 FROM (SELECT DISTINCT ON (account_id) account_id, seq, balance_after FROM added ORDER BY account_id, seq DESC) p
    JOIN ledger_accounts a ON a.id = p.account_id WHERE a.balance <> p.balance_after OR a.postings <> p.seq
  ) OR EXISTS (
    SELECT 1 FROM added p JOIN ledger_accounts a ON a.id = p.account_id GROUP BY a.id
    HAVING count(DISTINCT p.seq) <> count(*) OR min(p.seq) <> a.postings - count(*) + 1
  ) THEN
    RAISE EXCEPTION 'a posting does not follow from its account''s balance'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_postings_follow';
  END IF;
  IF EXISTS (SELECT 1 FROM added p JOIN ledger_entries e ON e.id = p.entry_id WHERE e.posted_at <> p.posted_at) THEN
    RAISE EXCEPTION 'a posting does not have the time of its entry'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_postings_time';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before, but reads only the postings in the partition of the entry's month.
CREATE OR REPLACE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT count(*) AS postings, coalesce(sum(amount), 0) AS total INTO found FROM ledger_postings
  WHERE entry_id = NEW.id AND posted_at = NEW.posted_at;
  IF found.postings <> NEW.size OR found.total <> 0 THEN
    RAISE EXCEPTION 'ledger entry % is not whole: % of % postings, sum %', NEW.id, found.postings, NEW.size, found.total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_whole';
  END IF;
  IF NEW.reversal_of IS NOT NULL AND EXISTS (
    SELECT 1 FROM ledger_postings WHERE entry_id IN (NEW.id, NEW.reversal_of) GROUP BY account_id HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'ledger entry % does not take back what entry % did', NEW.id, NEW.reversal_of
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_reversal';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Lets other roles than the owner only read a partition, as `npm run backup` does. All other access uses the partitioned table.
CREATE FUNCTION restrict_partition(parent text, part text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  grantee text;
  of_trigger text;
BEGIN
  FOR grantee IN SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'public' ELSE a.grantee::regrole::text END
    FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = part::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE ALL ON %I FROM %s', part, grantee);
  END LOOP;
  FOR grantee IN SELECT CASE a.grantee WHEN 0 THEN 'public' ELSE a.grantee::regrole::text END
    FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = parent::regclass AND a.grantee <> c.relowner AND a.privilege_type = 'SELECT'
  LOOP
    EXECUTE format('GRANT SELECT ON %I TO %s', part, grantee);
  END LOOP;
  -- PostgreSQL copies triggers for each row only. Those for each statement refuse TRUNCATE, and keep rules for the owner.
  FOR of_trigger IN SELECT replace(pg_get_triggerdef(oid), format(' ON public.%I ', parent), format(' ON public.%I ', part))
    FROM pg_trigger WHERE tgrelid = parent::regclass AND NOT tgisinternal AND tgtype & 1 = 0
  LOOP
    EXECUTE of_trigger;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_partition(parent text, part text, bounds text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Attached afterwards: that lets reads and writes of the table go on, unlike CREATE TABLE … PARTITION OF.
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I %s', parent, part, bounds);
  PERFORM restrict_partition(parent, part);
END $$;
--> statement-breakpoint
-- Makes the partitions of this month and of the next three, in Lagos, of one table. Skips months that rows in the default
-- partition belong to: they stay there, and are found as before. Returns the number of new partitions.
CREATE FUNCTION add_month_partitions(parent text, key text) RETURNS integer LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  first_month date;
  month date;
  part text;
  bounds text;
  is_occupied boolean;
  made integer := 0;
BEGIN
  -- The partition with the rows of before this migration also has those of the months until its bound.
  SELECT max(to_date(right(c.relname, 7), 'YYYY_MM')) INTO first_month FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname ~ ('^' || parent || '_before_\d{4}_\d\d$');
  first_month := greatest(date_trunc('month', now() AT TIME ZONE 'Africa/Lagos')::date, first_month);
  FOR ahead IN 0..3 LOOP
    month := date_trunc('month', now() AT TIME ZONE 'Africa/Lagos') + ahead * interval '1 month';
    part := parent || '_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN month < first_month OR to_regclass(quote_ident(part)) IS NOT NULL;
    bounds := format('%L AND %L', lagos_midnight(month), lagos_midnight((month + interval '1 month')::date));
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I BETWEEN %s)', parent || '_default', key, bounds) INTO is_occupied;
    CONTINUE WHEN is_occupied;
    PERFORM add_partition(parent, part, 'FOR VALUES FROM (' || replace(bounds, ' AND ', ') TO (') || ')');
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
--> statement-breakpoint
-- Makes missing partitions of the coming months. Runs with the rights of its owner, because the role of the product may not
-- create tables. Has no parameters, so it can't be used for anything else.
CREATE FUNCTION make_month_partitions() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  -- Takes the lock ADVISORY_LOCKS.partitions; does nothing if another instance has it and makes the partitions.
  IF NOT pg_try_advisory_xact_lock(7205533) THEN RETURN 0; END IF;
  RETURN add_month_partitions('audit_trails', 'at') + add_month_partitions('transaction_events', 'at')
    + add_month_partitions('ledger_postings', 'posted_at');
END $$;
--> statement-breakpoint
-- Autovacuum analyzes partitions, but not the partitioned table, whose statistics joins need. Analyzes each partitioned table once a day.
CREATE FUNCTION analyze_partitioned_tables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT p.partrelid::regclass AS name FROM pg_partitioned_table p LEFT JOIN pg_stat_user_tables s ON s.relid = p.partrelid
    WHERE coalesce(s.last_analyze, '-infinity') < now() - interval '1 day'
  LOOP
    EXECUTE format('ANALYZE %s', item.name);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION restrict_partition(text, text), add_partition(text, text, text), add_month_partitions(text, text),
  make_month_partitions(), analyze_partitioned_tables() FROM PUBLIC;
--> statement-breakpoint
-- Converts one table. `keys`: its primary key and unique constraints, as the new table has them.
CREATE FUNCTION pg_temp.partition_by_month(parent text, key text, keys text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  bound timestamptz;
  old text;
  item record;
  words text;
  triggers text[];
  indexes text[];
  foreign_keys text[];
BEGIN
  SELECT (regexp_match(pg_get_constraintdef(oid), '''([^'']+)''::timestamp'))[1]::timestamptz INTO STRICT bound
    FROM pg_constraint WHERE conrelid = parent::regclass AND conname = parent || '_until' AND convalidated;
  old := parent || '_before_' || to_char(bound AT TIME ZONE 'Africa/Lagos', 'YYYY_MM');
  SELECT array_agg(pg_get_triggerdef(oid)) INTO triggers FROM pg_trigger WHERE tgrelid = parent::regclass AND NOT tgisinternal;
  SELECT array_agg(pg_get_indexdef(indexrelid)) INTO indexes FROM pg_index WHERE indrelid = parent::regclass AND NOT indisunique;
  SELECT array_agg(format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))) INTO foreign_keys
    FROM pg_constraint WHERE conrelid = parent::regclass AND contype = 'f';
  FOR item IN SELECT tgname FROM pg_trigger WHERE tgrelid = parent::regclass AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', item.tgname, parent);
  END LOOP;
  EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, old);
  FOR item IN SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = old::regclass LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', item.relname, left('before_' || item.relname, 63));
  END LOOP;

  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)', parent, old, key);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', parent, parent || '_until');
  EXECUTE format('ALTER TABLE %I %s', parent, array_to_string(keys || foreign_keys, ', '));
  FOREACH words IN ARRAY indexes LOOP EXECUTE words; END LOOP;
  FOR item IN SELECT a.privilege_type, CASE a.grantee WHEN 0 THEN 'public' ELSE a.grantee::regrole::text END AS grantee
    FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = old::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON %I TO %s', item.privilege_type, parent, item.grantee);
  END LOOP;
  FOR item IN SELECT a.privilege_type, a.grantee::regrole::text AS grantee FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = parent::regclass AND a.grantee NOT IN (0, c.relowner)
    EXCEPT SELECT a.privilege_type, a.grantee::regrole::text FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = old::regclass AND a.grantee <> 0
  LOOP
    -- Default privileges gave a right that the old table had lost, such as to update an append-only table.
    EXECUTE format('REVOKE %s ON %I FROM %s', item.privilege_type, parent, item.grantee);
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, old, bound);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', old, parent || '_until');
  FOREACH words IN ARRAY triggers LOOP EXECUTE words; END LOOP;
  PERFORM restrict_partition(parent, old);
  PERFORM add_partition(parent, parent || '_default', 'DEFAULT');
END $$;
--> statement-breakpoint
-- The audit trail and postings have refused TRUNCATE since 0001.
CREATE TRIGGER transaction_events_no_truncate BEFORE TRUNCATE ON transaction_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Safe: the steps change only the catalog and take milliseconds; the indexes and checks exist since 0030. Old code finds the same
-- names, columns and rows.
DO $$
BEGIN
  ALTER TABLE audit_trails DROP CONSTRAINT audit_trails_pkey;
  ALTER TABLE audit_trails ADD PRIMARY KEY USING INDEX audit_trails_id_at_pk;
  PERFORM pg_temp.partition_by_month('audit_trails', 'at', ARRAY['ADD CONSTRAINT audit_trails_id_at_pk PRIMARY KEY (id, at)']);

  DROP INDEX transaction_events_provider;
  ALTER INDEX transaction_events_provider_event RENAME TO transaction_events_provider;
  ALTER TABLE transaction_events DROP CONSTRAINT transaction_events_pkey;
  ALTER TABLE transaction_events ADD PRIMARY KEY USING INDEX transaction_events_id_at_pk;
  PERFORM pg_temp.partition_by_month('transaction_events', 'at',
    ARRAY['ADD CONSTRAINT transaction_events_id_at_pk PRIMARY KEY (id, at)']);
  ALTER SEQUENCE transaction_events_id_seq OWNED BY transaction_events.id;

  ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_entry_id_ordinal_pk, DROP CONSTRAINT ledger_postings_seq;
  ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_entry_id_ordinal_posted_at_pk
    PRIMARY KEY USING INDEX ledger_postings_entry_id_ordinal_posted_at_pk;
  ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_seq UNIQUE USING INDEX ledger_postings_seq_posted_at;
  PERFORM pg_temp.partition_by_month('ledger_postings', 'posted_at',
    ARRAY['ADD CONSTRAINT ledger_postings_entry_id_ordinal_posted_at_pk PRIMARY KEY (entry_id, ordinal, posted_at)',
      'ADD CONSTRAINT ledger_postings_seq UNIQUE (account_id, seq, posted_at)']);
  PERFORM make_month_partitions();
END $$;
--> statement-breakpoint
-- A provider may send an event again in a later month. Events of before this migration are found in the table itself.
CREATE FUNCTION claim_provider_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO provider_event_ids (id) VALUES (NEW.provider_event_id);
  IF EXISTS (SELECT 1 FROM transaction_events WHERE provider_event_id = NEW.provider_event_id) THEN
    RAISE EXCEPTION 'this event of the provider is stored already'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'provider_event_ids_pkey';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER transaction_events_claim BEFORE INSERT ON transaction_events
  FOR EACH ROW WHEN (NEW.provider_event_id IS NOT NULL) EXECUTE FUNCTION claim_provider_event();
--> statement-breakpoint
CREATE TRIGGER provider_event_ids_append_only BEFORE UPDATE OR DELETE ON provider_event_ids
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER provider_event_ids_no_truncate BEFORE TRUNCATE ON provider_event_ids
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
