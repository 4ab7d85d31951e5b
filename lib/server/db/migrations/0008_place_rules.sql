-- place_totals (schema/totals.ts): how many rows lie where in an order other than that of time.
ALTER TABLE place_totals ALTER COLUMN sort TYPE text COLLATE "C", ALTER COLUMN place TYPE text COLLATE "C";
--> statement-breakpoint
-- 123,456 kobo lie at 123,000: three leading digits, written so that text sorts as numbers do.
CREATE FUNCTION amount_place(kobo bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lpad(rpad(left(kobo::text, 3), length(kobo::text), '0'), 19, '0')
$$;
--> statement-breakpoint
CREATE FUNCTION name_place(last_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT left(last_name, 5) $$;
--> statement-breakpoint
-- The number of a day since 1970 (UTC); who was never seen lies before everybody else.
CREATE FUNCTION instant_place(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lpad(floor(extract(epoch FROM coalesce(at, to_timestamp(0))) / 86400)::text, 19, '0')
$$;
--> statement-breakpoint
-- Those of all rows, counted anew: what place_totals has to come to.
CREATE FUNCTION count_place_totals(asked text) RETURNS TABLE (sort text, place text, rows integer) LANGUAGE sql STABLE AS $$
  SELECT asked, c.place, count(*)::integer FROM (
    SELECT name_place(last_name) AS place FROM users WHERE asked = 'users:name'
    UNION ALL SELECT instant_place(last_seen_at) FROM users WHERE asked = 'users:last_seen_at'
    UNION ALL SELECT amount_place(balance) FROM wallet_balances WHERE asked = 'users:balance'
    UNION ALL SELECT amount_place(amount) FROM transactions WHERE asked = 'transactions:amount'
  ) c GROUP BY 2
$$;
--> statement-breakpoint
CREATE FUNCTION add_user_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO place_totals SELECT * FROM (VALUES
      ('users:name', name_place(OLD.last_name), -1), ('users:name', name_place(NEW.last_name), 1),
      ('users:last_seen_at', instant_place(OLD.last_seen_at), -1), ('users:last_seen_at', instant_place(NEW.last_seen_at), 1)) p;
  ELSE
    INSERT INTO place_totals SELECT p.sort, p.place, sum(CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) FROM changed c,
      LATERAL (VALUES ('users:name', name_place(c.last_name)), ('users:last_seen_at', instant_place(c.last_seen_at))) p (sort, place)
    GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_places_added AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_user_places();
--> statement-breakpoint
CREATE TRIGGER users_places_deleted AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_user_places();
--> statement-breakpoint
CREATE TRIGGER users_places_changed AFTER UPDATE OF last_name, last_seen_at ON users FOR EACH ROW
  WHEN (name_place(OLD.last_name) <> name_place(NEW.last_name) OR instant_place(OLD.last_seen_at) <> instant_place(NEW.last_seen_at))
  EXECUTE FUNCTION add_user_places();
--> statement-breakpoint
CREATE FUNCTION add_balance_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO place_totals VALUES
      ('users:balance', amount_place(OLD.balance), -1), ('users:balance', amount_place(NEW.balance), 1);
  ELSE
    INSERT INTO place_totals SELECT 'users:balance', amount_place(c.balance),
      sum(CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) FROM changed c GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wallet_balances_places_added AFTER INSERT ON wallet_balances
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_balance_places();
--> statement-breakpoint
CREATE TRIGGER wallet_balances_places_deleted AFTER DELETE ON wallet_balances
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_balance_places();
--> statement-breakpoint
CREATE TRIGGER wallet_balances_places_changed AFTER UPDATE OF balance ON wallet_balances FOR EACH ROW
  WHEN (amount_place(OLD.balance) <> amount_place(NEW.balance)) EXECUTE FUNCTION add_balance_places();
--> statement-breakpoint
CREATE FUNCTION add_transaction_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO place_totals VALUES
      ('transactions:amount', amount_place(OLD.amount), -1), ('transactions:amount', amount_place(NEW.amount), 1);
  ELSE
    INSERT INTO place_totals SELECT 'transactions:amount', amount_place(c.amount),
      sum(CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) FROM changed c GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_places_added AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_transaction_places();
--> statement-breakpoint
CREATE TRIGGER transactions_places_deleted AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_transaction_places();
--> statement-breakpoint
CREATE TRIGGER transactions_places_changed AFTER UPDATE OF amount ON transactions FOR EACH ROW
  WHEN (amount_place(OLD.amount) <> amount_place(NEW.amount)) EXECUTE FUNCTION add_transaction_places();
--> statement-breakpoint
-- The totals of a table that is emptied: lists of day_totals, and sorts of place_totals.
CREATE OR REPLACE FUNCTION forget_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM day_totals WHERE list = ANY (TG_ARGV);
  DELETE FROM place_totals WHERE sort = ANY (TG_ARGV);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wallet_balances_places_truncated AFTER TRUNCATE ON wallet_balances
  FOR EACH STATEMENT EXECUTE FUNCTION forget_totals('users:balance');
--> statement-breakpoint
CREATE TRIGGER transactions_places_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION forget_totals('transactions:amount');
--> statement-breakpoint
-- The audit trail by day. Its rows are only ever added.
CREATE FUNCTION trail_totals(date, text, text, text, uuid, integer) -- day, action, outcome, record type, admin, how many
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'trail', f.facet, $1, $6, 0::bigint, 0::bigint
  FROM (VALUES ('action:' || $2), ('outcome:' || $3), ('record_type:' || $4), ('admin:' || $5)) f (facet)
  WHERE f.facet IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION add_trail_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), 0, 0 FROM added a,
    trail_totals(lagos_day(a.at), a.action, a.outcome, a.record_type, a.admin_id, 1) t GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_trails_totals AFTER INSERT ON audit_trails
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_trail_totals();
--> statement-breakpoint
ALTER FUNCTION count_day_totals(text, date, date) RENAME TO count_table_totals;
--> statement-breakpoint
-- Those of one table on the days from one to before another, counted anew: what day_totals has to come to.
CREATE FUNCTION count_day_totals(source text, since date, until date)
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql STABLE AS $$
  SELECT * FROM count_table_totals(source, since, until)
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, 0::bigint, 0::bigint FROM (
    SELECT lagos_day(at) AS day, action, outcome, record_type, admin_id, count(*)::integer AS number FROM audit_trails
    WHERE source = 'audit_trails' AND at >= lagos_midnight(since) AND at < lagos_midnight(until) GROUP BY 1, 2, 3, 4, 5
  ) a, trail_totals(a.day, a.action, a.outcome, a.record_type, a.admin_id, a.number) t GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_totals() RETURNS void LANGUAGE sql AS $$
  DELETE FROM day_totals;
  INSERT INTO day_totals SELECT counted.*
  FROM (VALUES ('users'), ('kyc_requests'), ('transactions'), ('ledger_postings'), ('audit_trails')) t (name),
    count_day_totals(t.name, '-infinity', 'infinity') counted;
  DELETE FROM wallet_balances;
  INSERT INTO wallet_balances (user_id, balance) SELECT user_id, balance FROM ledger_accounts WHERE user_id IS NOT NULL;
  DELETE FROM place_totals;
  INSERT INTO place_totals SELECT counted.*
  FROM (VALUES ('users:name'), ('users:last_seen_at'), ('users:balance'), ('transactions:amount')) s (name),
    count_place_totals(s.name) counted;
$$;
--> statement-breakpoint
-- Rows that belong together become one. Readers see all of it or nothing; a second one at the same time does nothing.
CREATE OR REPLACE FUNCTION fold_day_totals() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  days integer;
  places integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205512) THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM day_totals d USING (SELECT list, facet, day FROM day_totals GROUP BY 1, 2, 3 HAVING count(*) > 1) many
    WHERE (d.list, d.facet, d.day) = (many.list, many.facet, many.day)
    RETURNING d.*
  ), added AS (
    INSERT INTO day_totals SELECT list, facet, day, sum(rows), sum(amount), sum(fee) FROM gone GROUP BY 1, 2, 3
    HAVING sum(rows) <> 0 OR sum(amount) <> 0 OR sum(fee) <> 0
  ) SELECT count(*) INTO days FROM gone;
  WITH gone AS (
    DELETE FROM place_totals p USING (SELECT sort, place FROM place_totals GROUP BY 1, 2 HAVING count(*) > 1) many
    WHERE (p.sort, p.place) = (many.sort, many.place)
    RETURNING p.*
  ), added AS (
    INSERT INTO place_totals SELECT sort, place, sum(rows) FROM gone GROUP BY 1, 2 HAVING sum(rows) <> 0
  ) SELECT count(*) INTO places FROM gone;
  RETURN days + places;
END $$;
--> statement-breakpoint
-- What is there already. Only these: a large database would be at it for minutes.
INSERT INTO day_totals SELECT * FROM count_day_totals('audit_trails', '-infinity', 'infinity');
--> statement-breakpoint
INSERT INTO place_totals SELECT counted.*
FROM (VALUES ('users:name'), ('users:last_seen_at'), ('users:balance'), ('transactions:amount')) s (name),
  count_place_totals(s.name) counted;
