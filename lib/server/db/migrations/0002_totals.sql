-- day_totals: totals by Lagos day (schema/totals.ts). Triggers only insert rows, so that no write waits for a row lock. Compared
-- byte by byte, which is several times faster.
ALTER TABLE day_totals ALTER COLUMN list TYPE text COLLATE "C", ALTER COLUMN facet TYPE text COLLATE "C";
--> statement-breakpoint
CREATE FUNCTION lagos_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (at AT TIME ZONE 'Africa/Lagos')::date
$$;
--> statement-breakpoint
-- Returns the rows to add to day_totals for a number of users with these properties.
CREATE FUNCTION user_totals(date, text, integer, text, integer) -- joined, status, tier, lga, how many
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'users', f.facet, $1, $5, 0::bigint, 0::bigint
  FROM (VALUES (''), ('status:' || $2), ('tier:' || $3), ('lga:' || $4)) f (facet)
$$;
--> statement-breakpoint
-- Returns the rows to add to day_totals for a number of transactions with these properties, by creation and by decision.
CREATE FUNCTION transaction_totals(date, date, text, text, text, integer, bigint, bigint)
-- created, completed, type, channel, state, number, sum of amounts, sum of fees
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'transactions', f.facet, $1, $6, $7, $8
  FROM (VALUES (''), ('type:' || $3), ('channel:' || $4), ('state:' || $5), (CASE $3 WHEN 'refund' THEN 'refund:' || $5 END))
    f (facet) WHERE f.facet IS NOT NULL
  UNION ALL
  SELECT 'completed', f.facet, $2, $6, $7, $8
  FROM (VALUES
    (CASE WHEN $5 IN ('failed', 'expired') THEN 'failed' WHEN $3 = 'refund' THEN 'refund' ELSE 'payment' END),
    (CASE WHEN $5 NOT IN ('failed', 'expired') AND $3 <> 'refund' THEN 'type:' || $3 END),
    (CASE WHEN $5 NOT IN ('failed', 'expired') AND $3 <> 'refund' THEN 'channel:' || $4 END)) f (facet)
  WHERE $2 IS NOT NULL AND $5 NOT IN ('pending', 'processing') AND f.facet IS NOT NULL
$$;
--> statement-breakpoint
-- Returns the rows to add to day_totals for a number of identity requests with these properties.
CREATE FUNCTION kyc_totals(date, text, integer, text, text, uuid, text[], integer)
-- submitted, state, tier, identity type, LGA, assignee, flags, number
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'kyc', f.facet, $1, $8, 0::bigint, 0::bigint
  FROM (VALUES (''), ('state:' || $2), ('tier:' || $3), ('identity_type:' || $4), ('lga:' || $5),
    ('assignee:' || coalesce($6::text, 'nobody')), (CASE WHEN $7 <> '{}' THEN 'flagged' END)) f (facet)
  WHERE f.facet IS NOT NULL
$$;
--> statement-breakpoint
-- Returns the start of a Lagos day.
CREATE FUNCTION lagos_midnight(day date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT day::timestamp AT TIME ZONE 'Africa/Lagos'
$$;
--> statement-breakpoint
-- Counts the rows of a table from one day to before another: the expected content of day_totals.
CREATE FUNCTION count_table_totals(source text, since date, until date)
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql STABLE AS $$
  SELECT f.list, f.facet, f.day, sum(f.rows)::integer, sum(f.amount)::bigint, sum(f.fee)::bigint FROM (
    SELECT t.* FROM (
      SELECT lagos_day(joined_at) AS joined, status, tier, lga, count(*)::integer AS number FROM users
      WHERE source = 'users' AND joined_at >= lagos_midnight(since) AND joined_at < lagos_midnight(until)
      GROUP BY 1, 2, 3, 4
    ) u, user_totals(u.joined, u.status, u.tier, u.lga, u.number) t
    UNION ALL
    SELECT t.* FROM kyc_requests k, kyc_totals(lagos_day(k.submitted_at), k.state, k.tier, k.identity_type, k.lga,
      k.assignee_id, k.flags, 1) t
    WHERE source = 'kyc_requests' AND k.submitted_at >= lagos_midnight(since) AND k.submitted_at < lagos_midnight(until)
    UNION ALL
    SELECT t.* FROM (
      SELECT lagos_day(created_at) AS created, type, channel, state,
        count(*)::integer AS number, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee FROM transactions
      WHERE source = 'transactions' AND created_at >= lagos_midnight(since) AND created_at < lagos_midnight(until)
      GROUP BY 1, 2, 3, 4
    ) p, transaction_totals(p.created, NULL, p.type, p.channel, p.state, p.number, p.amount, p.fee) t
    UNION ALL
    SELECT t.* FROM (
      SELECT lagos_day(completed_at) AS completed, type, channel, state,
        count(*)::integer AS number, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee FROM transactions
      WHERE source = 'transactions' AND completed_at >= lagos_midnight(since) AND completed_at < lagos_midnight(until)
      GROUP BY 1, 2, 3, 4
    ) p, transaction_totals(NULL, p.completed, p.type, p.channel, p.state, p.number, p.amount, p.fee) t
    WHERE t.list = 'completed'
    UNION ALL
    SELECT 'wallets', p.code || ':' || f.facet, p.day, p.number, p.amount, 0::bigint FROM (
      SELECT a.code, lagos_day(p.posted_at) AS day, e.kind,
        CASE WHEN (p.amount > 0) = (a.side = 'credit') THEN 'in' ELSE 'out' END AS direction,
        count(*)::integer AS number, sum(abs(p.amount))::bigint AS amount
      FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_entries e ON e.id = p.entry_id
      WHERE source = 'ledger_postings' AND a.code IS NOT NULL
        AND p.posted_at >= lagos_midnight(since) AND p.posted_at < lagos_midnight(until) GROUP BY 1, 2, 3, 4
    ) p, LATERAL (VALUES (p.direction), (p.kind)) f (facet)
  ) f GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE FUNCTION add_user_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), 0, 0 FROM (
      SELECT * FROM user_totals(lagos_day(OLD.joined_at), OLD.status, OLD.tier, OLD.lga, -1)
      UNION ALL SELECT * FROM user_totals(lagos_day(NEW.joined_at), NEW.status, NEW.tier, NEW.lga, 1)
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), 0, 0 FROM changed c, user_totals(
      lagos_day(c.joined_at), c.status, c.tier, c.lga, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_totals_added AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_user_totals();
--> statement-breakpoint
CREATE TRIGGER users_totals_deleted AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_user_totals();
--> statement-breakpoint
CREATE TRIGGER users_totals_changed AFTER UPDATE OF joined_at, status, tier, lga ON users FOR EACH ROW
  WHEN ((OLD.joined_at, OLD.status, OLD.tier, OLD.lga) IS DISTINCT FROM (NEW.joined_at, NEW.status, NEW.tier, NEW.lga))
  EXECUTE FUNCTION add_user_totals();
--> statement-breakpoint
CREATE FUNCTION add_kyc_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), 0, 0 FROM (
      SELECT * FROM kyc_totals(lagos_day(OLD.submitted_at), OLD.state, OLD.tier, OLD.identity_type, OLD.lga,
        OLD.assignee_id, OLD.flags, -1)
      UNION ALL SELECT * FROM kyc_totals(lagos_day(NEW.submitted_at), NEW.state, NEW.tier, NEW.identity_type, NEW.lga,
        NEW.assignee_id, NEW.flags, 1)
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), 0, 0 FROM changed c, kyc_totals(
      lagos_day(c.submitted_at), c.state, c.tier, c.identity_type, c.lga, c.assignee_id, c.flags,
      CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER kyc_requests_totals_added AFTER INSERT ON kyc_requests
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_kyc_totals();
--> statement-breakpoint
CREATE TRIGGER kyc_requests_totals_deleted AFTER DELETE ON kyc_requests
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_kyc_totals();
--> statement-breakpoint
CREATE TRIGGER kyc_requests_totals_changed
  AFTER UPDATE OF submitted_at, state, tier, identity_type, lga, assignee_id, flags ON kyc_requests FOR EACH ROW
  WHEN ((OLD.submitted_at, OLD.state, OLD.tier, OLD.identity_type, OLD.lga, OLD.assignee_id, OLD.flags) IS DISTINCT FROM
    (NEW.submitted_at, NEW.state, NEW.tier, NEW.identity_type, NEW.lga, NEW.assignee_id, NEW.flags))
  EXECUTE FUNCTION add_kyc_totals();
--> statement-breakpoint
CREATE FUNCTION add_transaction_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Usually only the state changes; then only totals by state change, and a decided payment stays counted.
  same boolean;
  decided boolean;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    same := (OLD.created_at, OLD.type, OLD.channel, OLD.amount, OLD.fee) = (NEW.created_at, NEW.type, NEW.channel, NEW.amount, NEW.fee);
    decided := same AND OLD.completed_at = NEW.completed_at AND OLD.state NOT IN ('pending', 'processing')
      AND NEW.state NOT IN ('pending', 'processing')
      AND (OLD.state IN ('failed', 'expired')) = (NEW.state IN ('failed', 'expired'));
    INSERT INTO day_totals SELECT t.* FROM transaction_totals(lagos_day(OLD.created_at), lagos_day(OLD.completed_at),
      OLD.type, OLD.channel, OLD.state, -1, -OLD.amount, -OLD.fee) t
    WHERE NOT same OR t.facet LIKE 'state:%' OR t.facet LIKE 'refund:%' OR (t.list = 'completed' AND decided IS NOT TRUE);
    INSERT INTO day_totals SELECT t.* FROM transaction_totals(lagos_day(NEW.created_at), lagos_day(NEW.completed_at),
      NEW.type, NEW.channel, NEW.state, 1, NEW.amount, NEW.fee) t
    WHERE NOT same OR t.facet LIKE 'state:%' OR t.facet LIKE 'refund:%' OR (t.list = 'completed' AND decided IS NOT TRUE);
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows * s.sign), sum(t.amount * s.sign), sum(t.fee * s.sign)
    FROM changed c, transaction_totals(lagos_day(c.created_at), lagos_day(c.completed_at), c.type, c.channel, c.state, 1,
      c.amount, c.fee) t, (SELECT CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END AS sign) s GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_totals_added AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_transaction_totals();
--> statement-breakpoint
CREATE TRIGGER transactions_totals_deleted AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_transaction_totals();
--> statement-breakpoint
CREATE TRIGGER transactions_totals_changed
  AFTER UPDATE OF created_at, completed_at, type, channel, state, amount, fee ON transactions FOR EACH ROW
  WHEN ((OLD.created_at, OLD.completed_at, OLD.type, OLD.channel, OLD.state, OLD.amount, OLD.fee) IS DISTINCT FROM
    (NEW.created_at, NEW.completed_at, NEW.type, NEW.channel, NEW.state, NEW.amount, NEW.fee))
  EXECUTE FUNCTION add_transaction_totals();
--> statement-breakpoint
-- Counts only inserts, because postings are never updated or deleted.
CREATE FUNCTION add_wallet_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_totals
  SELECT 'wallets', a.code || ':' || f.facet, lagos_day(p.posted_at), count(*), sum(abs(p.amount)), 0
  FROM added p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_entries e ON e.id = p.entry_id, LATERAL (VALUES
    (CASE WHEN (p.amount > 0) = (a.side = 'credit') THEN 'in' ELSE 'out' END), (e.kind)) f (facet)
  WHERE a.code IS NOT NULL GROUP BY 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_totals AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_wallet_totals();
--> statement-breakpoint
-- Deletes the totals of a truncated table: lists of day_totals and sorts of place_totals.
CREATE FUNCTION forget_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM day_totals WHERE list = ANY (TG_ARGV);
  DELETE FROM place_totals WHERE sort = ANY (TG_ARGV);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_totals_truncated AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION forget_totals('users');
--> statement-breakpoint
CREATE TRIGGER kyc_requests_totals_truncated AFTER TRUNCATE ON kyc_requests
  FOR EACH STATEMENT EXECUTE FUNCTION forget_totals('kyc');
--> statement-breakpoint
CREATE TRIGGER transactions_totals_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION forget_totals('transactions', 'completed');
--> statement-breakpoint
-- Merges rows of the same day, or of the same prefix. Readers see the state before or after the merge. A parallel call does nothing.
CREATE FUNCTION fold_day_totals() RETURNS integer LANGUAGE plpgsql AS $$
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
-- place_totals: row counts by prefix of the sort key, for sort orders other than time (schema/totals.ts).
ALTER TABLE place_totals ALTER COLUMN sort TYPE text COLLATE "C", ALTER COLUMN place TYPE text COLLATE "C";
--> statement-breakpoint
-- Returns the prefix of an amount: three leading digits, padded so that text sorts like numbers. 123,456 kobo have the prefix of 123,000.
CREATE FUNCTION amount_place(kobo bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lpad(rpad(left(kobo::text, 3), length(kobo::text), '0'), 19, '0')
$$;
--> statement-breakpoint
CREATE FUNCTION name_place(last_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT left(last_name, 5) $$;
--> statement-breakpoint
-- Returns the prefix of a time: its day since 1970 (UTC). Users who were never seen sort first.
CREATE FUNCTION instant_place(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lpad(floor(extract(epoch FROM coalesce(at, to_timestamp(0))) / 86400)::text, 19, '0')
$$;
--> statement-breakpoint
-- Counts all rows by prefix: the expected content of place_totals.
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
CREATE TRIGGER wallet_balances_places_truncated AFTER TRUNCATE ON wallet_balances
  FOR EACH STATEMENT EXECUTE FUNCTION forget_totals('users:balance');
--> statement-breakpoint
CREATE TRIGGER transactions_places_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION forget_totals('transactions:amount');
--> statement-breakpoint
-- Totals of the audit trail by day. Its rows are never updated or deleted.
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
-- Totals of tickets by day of sale (schema/totals.ts). Tickets are never deleted or truncated.
CREATE FUNCTION ticket_totals(date, text, integer, bigint) -- sold, state, how many, their prices
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'tickets', f.facet, $1, $3, $4, 0::bigint FROM (VALUES (''), ('state:' || $2)) f (facet)
$$;
--> statement-breakpoint
CREATE FUNCTION add_ticket_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM (
      SELECT * FROM ticket_totals(lagos_day(OLD.created_at), OLD.state, -1, -OLD.price)
      UNION ALL SELECT * FROM ticket_totals(lagos_day(NEW.created_at), NEW.state, 1, NEW.price)
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM added a,
      ticket_totals(lagos_day(a.created_at), a.state, 1, a.price) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_totals_added AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_ticket_totals();
--> statement-breakpoint
CREATE TRIGGER tickets_totals_changed AFTER UPDATE OF state ON tickets FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION add_ticket_totals();
--> statement-breakpoint
-- Totals of redemptions by the day they began, and of applications by day of submission (schema/totals.ts).
CREATE FUNCTION redemption_totals(date, text, uuid, integer, bigint) -- began, state, promotion, how many, given and kept
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'redemptions', f.facet, $1, $4, CASE WHEN $2 IN ('reserved', 'redeemed') THEN $5 ELSE 0 END, 0::bigint
  FROM (VALUES (''), ('state:' || $2), ('promotion:' || $3 || ':' || $2)) f (facet)
$$;
--> statement-breakpoint
CREATE FUNCTION add_redemption_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM (
      SELECT * FROM redemption_totals(lagos_day(OLD.created_at), OLD.state, OLD.promotion_id, -1, OLD.returned - OLD.amount)
      UNION ALL SELECT * FROM redemption_totals(lagos_day(NEW.created_at), NEW.state, NEW.promotion_id, 1, NEW.amount - NEW.returned)
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0 OR sum(t.amount) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM added a,
      redemption_totals(lagos_day(a.created_at), a.state, a.promotion_id, 1, a.amount - a.returned) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER redemptions_totals_added AFTER INSERT ON promotion_redemptions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_redemption_totals();
--> statement-breakpoint
CREATE TRIGGER redemptions_totals_changed AFTER UPDATE ON promotion_redemptions FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.returned <> NEW.returned) EXECUTE FUNCTION add_redemption_totals();
--> statement-breakpoint
CREATE FUNCTION application_totals(date, text, uuid, integer, bigint) -- submitted, state, programme, how many, awarded
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'applications', f.facet, $1, $4, CASE WHEN $2 IN ('approved', 'payment_failed', 'disbursed') THEN $5 ELSE 0 END, 0::bigint
  FROM (VALUES (''), ('state:' || $2), ('programme:' || $3), ('programme:' || $3 || ':' || $2)) f (facet)
$$;
--> statement-breakpoint
CREATE FUNCTION add_application_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM (
      SELECT * FROM application_totals(lagos_day(OLD.submitted_at), OLD.state, OLD.programme_id, -1, -coalesce(OLD.amount, 0))
      UNION ALL SELECT * FROM application_totals(lagos_day(NEW.submitted_at), NEW.state, NEW.programme_id, 1, coalesce(NEW.amount, 0))
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0 OR sum(t.amount) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM added a,
      application_totals(lagos_day(a.submitted_at), a.state, a.programme_id, 1, coalesce(a.amount, 0)) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_totals_added AFTER INSERT ON grant_applications
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_application_totals();
--> statement-breakpoint
CREATE TRIGGER applications_totals_changed AFTER UPDATE OF state ON grant_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION add_application_totals();
--> statement-breakpoint
-- Counts the rows of a table from one day to before another: the expected content of day_totals.
CREATE FUNCTION count_day_totals(source text, since date, until date)
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql STABLE AS $$
  SELECT * FROM count_table_totals(source, since, until)
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, 0::bigint, 0::bigint FROM (
    SELECT lagos_day(at) AS day, action, outcome, record_type, admin_id, count(*)::integer AS number FROM audit_trails
    WHERE source = 'audit_trails' AND at >= lagos_midnight(since) AND at < lagos_midnight(until) GROUP BY 1, 2, 3, 4, 5
  ) a, trail_totals(a.day, a.action, a.outcome, a.record_type, a.admin_id, a.number) t GROUP BY 1, 2, 3
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, sum(t.amount)::bigint, 0::bigint FROM (
    SELECT lagos_day(created_at) AS day, state, count(*)::integer AS number, sum(price)::bigint AS price FROM tickets
    WHERE source = 'tickets' AND created_at >= lagos_midnight(since) AND created_at < lagos_midnight(until) GROUP BY 1, 2
  ) s, ticket_totals(s.day, s.state, s.number, s.price) t GROUP BY 1, 2, 3
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, sum(t.amount)::bigint, 0::bigint FROM (
    SELECT lagos_day(created_at) AS day, state, promotion_id, count(*)::integer AS number, sum(amount - returned)::bigint AS given
    FROM promotion_redemptions
    WHERE source = 'promotion_redemptions' AND created_at >= lagos_midnight(since) AND created_at < lagos_midnight(until)
    GROUP BY 1, 2, 3
  ) s, redemption_totals(s.day, s.state, s.promotion_id, s.number, s.given) t GROUP BY 1, 2, 3
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, sum(t.amount)::bigint, 0::bigint FROM (
    SELECT lagos_day(submitted_at) AS day, state, programme_id, count(*)::integer AS number,
      coalesce(sum(amount), 0)::bigint AS awarded FROM grant_applications
    WHERE source = 'grant_applications' AND submitted_at >= lagos_midnight(since) AND submitted_at < lagos_midnight(until)
    GROUP BY 1, 2, 3
  ) s, application_totals(s.day, s.state, s.programme_id, s.number, s.awarded) t GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE FUNCTION rebuild_totals() RETURNS void LANGUAGE sql AS $$
  DELETE FROM day_totals;
  INSERT INTO day_totals SELECT counted.*
  FROM (VALUES ('users'), ('kyc_requests'), ('transactions'), ('ledger_postings'), ('audit_trails'), ('tickets'),
      ('promotion_redemptions'), ('grant_applications')) t (name),
    count_day_totals(t.name, '-infinity', 'infinity') counted;
  DELETE FROM wallet_balances;
  INSERT INTO wallet_balances (user_id, balance) SELECT user_id, balance FROM ledger_accounts WHERE user_id IS NOT NULL;
  DELETE FROM place_totals;
  INSERT INTO place_totals SELECT counted.*
  FROM (VALUES ('users:name'), ('users:last_seen_at'), ('users:balance'), ('transactions:amount')) s (name),
    count_place_totals(s.name) counted;
$$;
