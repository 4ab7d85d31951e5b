-- Written by hand:
-- Reconciliation (docs/rules.md): imported lines never change, matches are exact to the kobo, and closed days are locked.
INSERT INTO reconciliation_settings (id) VALUES (1);
--> statement-breakpoint
-- Returns the last closed day; null before reconciliation has started. Volatile: sees days that were closed while the statement waited.
CREATE FUNCTION reconciliation_closed_until() RETURNS date LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT closed_until FROM reconciliation_settings WHERE id = 1
$$;
--> statement-breakpoint
-- Statements that write items or matches share this lock. Closing a day takes it exclusively, so that the day's items do not change while
-- it is closed.
CREATE FUNCTION share_reconciliation_lock() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('reconciliation'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_lock BEFORE INSERT OR UPDATE OR DELETE ON reconciliation_items
  FOR EACH STATEMENT EXECUTE FUNCTION share_reconciliation_lock();
--> statement-breakpoint
CREATE TRIGGER reconciliation_matches_lock BEFORE INSERT OR UPDATE OR DELETE ON reconciliation_matches
  FOR EACH STATEMENT EXECUTE FUNCTION share_reconciliation_lock();
--> statement-breakpoint
-- Returns the day that is `days` working days after `from_day`. Skips Saturdays and Sundays, but not public holidays.
CREATE FUNCTION add_working_days(from_day date, days integer) RETURNS date LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN days = 0 THEN from_day ELSE (
    SELECT day::date FROM generate_series(from_day + 1, from_day + 7 * (days / 5 + 1) + 7, interval '1 day') AS day
      WHERE extract(isodow FROM day) < 6 ORDER BY day OFFSET days - 1 LIMIT 1) END
$$;
--> statement-breakpoint
-- Returns the first day on which an unmatched item is late: the day after `working_days` working days have passed.
CREATE FUNCTION first_late_day(from_day date, working_days integer) RETURNS date LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT add_working_days(from_day, working_days) + 1
$$;
--> statement-breakpoint
-- Returns our references that a narration contains, in capitals and with a hyphen. A reference written without its hyphen counts only in
-- full length.
CREATE FUNCTION our_references(narration text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT upper(coalesce(found[1], found[3], found[5]) || '-' || coalesce(found[2], found[4], found[6]))), '{}')
  FROM regexp_matches(narration,
    '\m(?:(TRX|RFD|WAL)-([A-Z0-9]{1,20})|(TRX|RFD)[ /]?([A-Z0-9]{12})|(WAL)[ /]?(\d{6,9}))\M', 'gi') AS found
  WHERE coalesce(found[2], found[4], found[6]) ~ '\d'
$$;
--> statement-breakpoint
-- Returns the parts of a narration that can be another system's reference: at least six letters and digits, with a digit, in capitals. A
-- part of digits alone needs at least `digits` digits, because dates and account numbers repeat.
CREATE FUNCTION narration_tokens(narration text, digits integer) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT token), '{}')
  FROM (SELECT upper(regexp_replace(part, '[^A-Za-z0-9]', '', 'g')) AS token
    FROM regexp_split_to_table(narration, '[\s:;,|]+') AS part) AS parts
  WHERE length(token) >= 6 AND token ~ '\d' AND (token ~ '[A-Z]' OR length(token) >= digits)
    AND token !~ '^\d{0,2}(JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)[A-Z]*\d{2,4}$'
$$;
--> statement-breakpoint
-- Returns a narration in capitals, with one space between its words and at both ends, so that a search for " word " finds only whole words.
CREATE FUNCTION plain_narration(narration text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ' ' || btrim(upper(regexp_replace(narration, '[^A-Za-z0-9]+', ' ', 'g'))) || ' '
$$;
--> statement-breakpoint
-- Returns the words of a narration that identify a name or purpose, folded as names are: without numbers, single letters, and words of
-- banks and titles.
CREATE FUNCTION narration_words(narration text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM regexp_split_to_table(public.fold_words(narration), ' ') AS word
  WHERE length(word) > 1 AND word !~ '^\d+$' AND word <> ALL (
    '{trf,transfer,tfr,nip,neft,rtgs,to,from,for,of,the,and,by,via,in,on,at,ref,pymt,payment,pay,paid,web,mobile,mob,ussd,pos,outward,inward,mr,mrs,ms,miss,dr,prof,engr,barr,chief,alhaji,alhaja,hon,rev,pastor}')
$$;
--> statement-breakpoint
-- Returns how similar two lists of words are, as the percentage of the shorter list that both contain. One common word gives at most 50 %.
CREATE FUNCTION word_similarity_percent(one text[], other text[]) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (100 * (SELECT count(*) FROM unnest(one) AS word WHERE word = ANY (other))
    / greatest(2, least(cardinality(one), cardinality(other))))::integer
$$;
--> statement-breakpoint
CREATE FUNCTION guard_reconciliation_item() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  closed date := reconciliation_closed_until();
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF closed IS NULL THEN
      RAISE EXCEPTION 'reconciliation has not started' USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_items_started';
    END IF;
    NEW.accounting_day := greatest(NEW.day, closed + 1);
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.match_id IS NOT NULL OR OLD.accounting_day <= closed THEN
      RAISE EXCEPTION 'item % is matched, or its day % is closed', OLD.id, OLD.accounting_day
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_items_locked';
    END IF;
    RETURN OLD;
  END IF;
  IF (OLD.id, OLD.side, OLD.kind, OLD.source_key, OLD.account_id, OLD.statement_id, OLD.statement_line, OLD.provider, OLD.settlement_id,
      OLD.day, OLD.accounting_day, OLD.found_at, OLD.amount, OLD.reference, OLD.provider_reference, OLD.narration, OLD.transaction_id,
      OLD.entry_id, OLD.split_of)
    IS DISTINCT FROM (NEW.id, NEW.side, NEW.kind, NEW.source_key, NEW.account_id, NEW.statement_id, NEW.statement_line, NEW.provider,
      NEW.settlement_id, NEW.day, NEW.accounting_day, NEW.found_at, NEW.amount, NEW.reference, NEW.provider_reference, NEW.narration,
      NEW.transaction_id, NEW.entry_id, NEW.split_of) THEN
    RAISE EXCEPTION 'item % keeps what its source said', OLD.id
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_items_fixed';
  END IF;
  IF OLD.match_id IS DISTINCT FROM NEW.match_id AND EXISTS (
      SELECT 1 FROM reconciliation_matches WHERE id IN (OLD.match_id, NEW.match_id) AND accounting_day <= closed)
    OR (OLD.is_split, OLD.revenue_head_id, OLD.remittance_group) IS DISTINCT FROM (NEW.is_split, NEW.revenue_head_id, NEW.remittance_group)
      AND OLD.accounting_day <= closed THEN
    RAISE EXCEPTION 'item %: the day is closed', OLD.id
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_items_locked';
  END IF;
  IF NEW.is_split AND NEW.match_id IS NOT NULL THEN
    RAISE EXCEPTION 'item % is split: its parts are matched', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_items_split';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_inserted BEFORE INSERT ON reconciliation_items
  FOR EACH ROW EXECUTE FUNCTION guard_reconciliation_item();
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_guard BEFORE UPDATE ON reconciliation_items FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') = '') EXECUTE FUNCTION guard_reconciliation_item();
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_erasure BEFORE UPDATE ON reconciliation_items FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_deleted BEFORE DELETE ON reconciliation_items
  FOR EACH ROW EXECUTE FUNCTION guard_reconciliation_item();
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_no_truncate BEFORE TRUNCATE ON reconciliation_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Refuses a match whose sides have different sums. A match of one side only must sum to zero. The ledger has each payment of a settlement,
-- so if the match contains a settlement, ledger movements make up the difference: bank = provider + ledger. A settlement of zero matches
-- alone. All items of a match are matched, or freed, by one statement.
CREATE FUNCTION refuse_inexact_matches() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  wrong record;
BEGIN
  SELECT sums.match_id, sums.items INTO wrong FROM (
    SELECT i.match_id, count(*) AS items, min(i.accounting_day) AS first_day, max(i.accounting_day) AS last_day,
      sum(i.amount) AS total, count(DISTINCT i.side) AS sides,
      count(*) FILTER (WHERE i.kind = 'settlement') AS settlements,
      count(*) FILTER (WHERE i.side = 'ledger' AND i.kind <> 'movement') AS other_postings,
      sum(i.amount) FILTER (WHERE i.side = 'bank') AS bank, sum(i.amount) FILTER (WHERE i.side = 'provider') AS provider,
      sum(i.amount) FILTER (WHERE i.side = 'ledger') AS ledger
    FROM reconciliation_items i
    WHERE i.match_id IN (
      SELECT match_id FROM changed WHERE match_id IS NOT NULL UNION SELECT match_id FROM earlier WHERE match_id IS NOT NULL)
    GROUP BY i.match_id) AS sums
  JOIN reconciliation_matches m ON m.id = sums.match_id
  WHERE sums.items < 2 AND sums.total <> 0 OR m.accounting_day < sums.last_day
    OR CASE WHEN sums.settlements > 0 THEN sums.other_postings > 0
        OR coalesce(sums.bank, 0) <> coalesce(sums.provider, 0) + coalesce(sums.ledger, 0)
      WHEN sums.sides = 1 THEN sums.total <> 0
      ELSE coalesce(sums.bank, sums.provider, sums.ledger) IS DISTINCT FROM coalesce(sums.ledger, sums.provider, sums.bank)
        OR sums.provider <> coalesce(sums.bank, sums.ledger) END
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'match % does not balance', wrong.match_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_matches_exact';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_exact AFTER UPDATE ON reconciliation_items
  REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_inexact_matches();
--> statement-breakpoint
-- Requires that one statement inserts all parts of a split item, after the item was marked as split, and that their sum is its amount.
CREATE FUNCTION check_new_reconciliation_items() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added WHERE match_id IS NOT NULL OR is_split) THEN
    RAISE EXCEPTION 'new items are neither matched nor split' USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_items_new';
  END IF;
  IF EXISTS (SELECT 1 FROM (
      SELECT split_of, sum(amount) AS total, bool_and(amount <> 0) AS amounts, min(side) AS side, max(side) AS other_side
      FROM added WHERE split_of IS NOT NULL GROUP BY split_of) AS parts
    JOIN reconciliation_items whole ON whole.id = parts.split_of
    WHERE parts.total <> whole.amount OR NOT parts.amounts OR NOT whole.is_split OR whole.match_id IS NOT NULL
      OR parts.side <> whole.side OR parts.other_side <> whole.side
      OR (SELECT sum(each.amount) FROM reconciliation_items each WHERE each.split_of = whole.id) <> whole.amount) THEN
    RAISE EXCEPTION 'the parts do not sum to the split item' USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_items_parts';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_items_added AFTER INSERT ON reconciliation_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_new_reconciliation_items();
--> statement-breakpoint
CREATE FUNCTION guard_reconciliation_match() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  closed date := reconciliation_closed_until();
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a match is undone and made again, not changed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_matches_fixed';
  END IF;
  IF TG_OP = 'INSERT' AND NEW.accounting_day <= closed OR TG_OP = 'DELETE' AND OLD.accounting_day <= closed THEN
    RAISE EXCEPTION 'the day of the match is closed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_matches_locked';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_matches_guard BEFORE INSERT OR DELETE ON reconciliation_matches
  FOR EACH ROW EXECUTE FUNCTION guard_reconciliation_match();
--> statement-breakpoint
CREATE TRIGGER reconciliation_matches_fixed BEFORE UPDATE ON reconciliation_matches FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') = '') EXECUTE FUNCTION guard_reconciliation_match();
--> statement-breakpoint
CREATE TRIGGER reconciliation_matches_erasure BEFORE UPDATE ON reconciliation_matches FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE TRIGGER reconciliation_matches_no_truncate BEFORE TRUNCATE ON reconciliation_matches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Closes days in order: a day is proposed once it has ended, and another admin closes it. A closed day never changes.
CREATE FUNCTION guard_reconciliation_day() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.state = 'closed' OR TG_OP = 'UPDATE' AND OLD.day <> NEW.day THEN
    RAISE EXCEPTION 'day % is closed', OLD.day USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_days_locked';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND (OLD.proposed_by, OLD.proposed_at, OLD.remark) IS DISTINCT FROM (NEW.proposed_by, NEW.proposed_at, NEW.remark) THEN
    RAISE EXCEPTION 'the proposal of day % does not change', OLD.day USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_days_proposal';
  END IF;
  IF TG_OP = 'INSERT' AND NEW.state = 'closed' OR NEW.day IS DISTINCT FROM reconciliation_closed_until() + 1
    OR NEW.day >= (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date THEN
    RAISE EXCEPTION 'day % can''t be % now', NEW.day, NEW.state USING ERRCODE = 'check_violation', CONSTRAINT = 'reconciliation_days_order';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_days_guard BEFORE INSERT OR UPDATE OR DELETE ON reconciliation_days
  FOR EACH ROW EXECUTE FUNCTION guard_reconciliation_day();
--> statement-breakpoint
CREATE TRIGGER reconciliation_days_no_truncate BEFORE TRUNCATE ON reconciliation_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Moves `closed_until` to the closed day in the same transaction, so that both changes are committed or neither.
CREATE FUNCTION move_reconciliation_closed_until() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('reconciliation'));
  UPDATE reconciliation_settings SET closed_until = NEW.day WHERE id = 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_days_closed AFTER UPDATE ON reconciliation_days FOR EACH ROW
  WHEN (NEW.state = 'closed') EXECUTE FUNCTION move_reconciliation_closed_until();
--> statement-breakpoint
CREATE FUNCTION guard_reconciliation_settings() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    RAISE EXCEPTION 'reconciliation has one row of settings' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_settings_one_row';
  END IF;
  IF OLD.starts_on IS NOT NULL AND OLD.starts_on IS DISTINCT FROM NEW.starts_on
    OR OLD.starts_on IS NULL AND NEW.starts_on IS NOT NULL AND NEW.closed_until IS DISTINCT FROM NEW.starts_on - 1
    OR OLD.closed_until IS NOT NULL AND OLD.closed_until IS DISTINCT FROM NEW.closed_until
      AND (NEW.closed_until IS DISTINCT FROM OLD.closed_until + 1
        OR NOT EXISTS (SELECT 1 FROM reconciliation_days WHERE day = NEW.closed_until AND state = 'closed')) THEN
    RAISE EXCEPTION 'closed days stay closed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reconciliation_settings_closed';
  END IF;
  -- Marks matching as due, because changed limits can match other items.
  IF (OLD.amount_limit, OLD.day_limit, OLD.name_limit) IS DISTINCT FROM (NEW.amount_limit, NEW.day_limit, NEW.name_limit) THEN
    NEW.matched_on := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reconciliation_settings_guard BEFORE INSERT OR UPDATE OR DELETE ON reconciliation_settings
  FOR EACH ROW EXECUTE FUNCTION guard_reconciliation_settings();
--> statement-breakpoint
CREATE TRIGGER reconciliation_settings_no_truncate BEFORE TRUNCATE ON reconciliation_settings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Refuses changes of an imported bank statement. It can be deleted together with its lines while none of its days is closed.
CREATE FUNCTION guard_bank_statement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.state = 'imported' AND (TG_OP = 'UPDATE' OR OLD.from_day <= reconciliation_closed_until()) THEN
    RAISE EXCEPTION 'statement % is imported', OLD.id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'bank_statements_imported';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_statements_guard BEFORE UPDATE OR DELETE ON bank_statements
  FOR EACH ROW EXECUTE FUNCTION guard_bank_statement();
--> statement-breakpoint
CREATE TRIGGER bank_statements_lock BEFORE INSERT OR UPDATE OR DELETE ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION share_reconciliation_lock();
--> statement-breakpoint
CREATE TRIGGER bank_statements_no_truncate BEFORE TRUNCATE ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Refuses ledger entries on a closed day. An entry dated before today takes the shared lock: either closing that day waits for the commit,
-- or the entry is refused. Runs at the insert and again at the commit, for transactions that began on an earlier day.
CREATE FUNCTION refuse_closed_ledger_day() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  day date := (NEW.posted_at AT TIME ZONE 'Africa/Lagos')::date;
BEGIN
  IF day < (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('reconciliation'));
    IF day <= reconciliation_closed_until() AND EXISTS (SELECT 1 FROM reconciliation_days WHERE state = 'closed') THEN
      RAISE EXCEPTION 'the day of the entry is closed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_entries_closed_day';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_closed_day BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_ledger_day();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_closed_day_at_commit AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_closed_ledger_day();
--> statement-breakpoint
-- Like the earlier version of this function, and also erases the bank's and providers' texts about a citizen's payments, and admins'
-- remarks about them.
CREATE OR REPLACE FUNCTION erased_columns() RETURNS TABLE (scope text, tbl text, owned text, cols text) LANGUAGE sql IMMUTABLE AS $$ VALUES
  ('services', 'ireports', 'reporter_id = $1',
    'title=text text=text ward=empty lat=null lng=null cell=null rating_comment=text photos=zero'),
  ('services', 'ireport_messages', 'ireport_id IN (SELECT id FROM ireports WHERE reporter_id = $1)', 'text=text'),
  ('services', 'ireport_notes', 'ireport_id IN (SELECT id FROM ireports WHERE reporter_id = $1)', 'text=text'),
  ('services', 'grant_applications', 'user_id = $1',
    'contact_phone=empty answers=object duplicates_cleared_reason=text question=text reply=text reason=text'),
  ('services', 'grant_reviews', 'application_id IN (SELECT id FROM grant_applications WHERE user_id = $1)',
    'comment=text conflict=text'),
  ('services', 'grant_batch_rows', 'application_id IN (SELECT id FROM grant_applications WHERE user_id = $1)',
    'problem=text changes=array'),
  ('services', 'tickets', 'holder_id = $1', 'reason=text'),
  ('services', 'cancellation_steps', 'order_id IN (SELECT id FROM event_orders WHERE user_id = $1)', 'problem=text'),
  ('services', 'promotion_redemptions', 'user_id = $1', 'device_hash=null device_ending=null'),
  ('payments', 'grant_applications', 'user_id = $1', 'account_name=null account_number=cipher account_last4=null'),
  ('payments', 'withdrawals', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'account_name=empty account_number=cipher account_last4=empty'),
  ('payments', 'transactions', 'user_id = $1', 'card_last4=null description=text failure_reason=text'),
  ('payments', 'transaction_events', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'message=text raw=null'),
  ('payments', 'payment_checkouts', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)', 'checkout=null'),
  ('payments', 'account_name_checks', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)', 'name_at_bank=text'),
  ('payments', 'provider_events', 'processed_at IS NOT NULL AND report ->> ''reference'' IN
    (SELECT reference FROM transactions WHERE user_id = $1 UNION ALL
      SELECT c.reference FROM payment_checkouts c JOIN transactions t ON t.id = c.transaction_id WHERE t.user_id = $1)', 'report=object'),
  ('payments', 'ledger_entries', 'source_type = ''transaction'' AND source_id IN (SELECT id FROM transactions WHERE user_id = $1)
    OR source_type = ''wallet_movement'' AND source_id IN
      (SELECT m.id FROM wallet_movements m JOIN transactions t ON t.id = m.transaction_id WHERE t.user_id = $1)', 'description=text'),
  ('payments', 'reconciliation_items', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1) OR match_id IN
    (SELECT i.match_id FROM reconciliation_items i JOIN transactions t ON t.id = i.transaction_id
      JOIN reconciliation_matches m ON m.id = i.match_id WHERE t.user_id = $1 AND m.rule NOT IN (''one_to_many'', ''many_to_one''))', 'narration=text question=text'),
  ('payments', 'reconciliation_matches', 'id IN
    (SELECT i.match_id FROM reconciliation_items i JOIN transactions t ON t.id = i.transaction_id
      JOIN reconciliation_matches m ON m.id = i.match_id WHERE t.user_id = $1 AND m.rule NOT IN (''one_to_many'', ''many_to_one''))', 'remark=text'),
  ('payments', 'disputes', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)', 'reason=text message=text resolution=text'),
  ('payments', 'dispute_evidence', 'dispute_id IN (SELECT d.id FROM disputes d JOIN transactions t ON t.id = d.transaction_id WHERE t.user_id = $1)',
    'text=text file_name=text'),
  ('payments', 'wallet_movements', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'note=text external_reference=empty')
$$;
--> statement-breakpoint
-- Keeps names and account of a revenue head that a payment has used. A change inserts a new row with the same code.
CREATE FUNCTION guard_revenue_head() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM tax_payments WHERE revenue_head_id = OLD.id) THEN
    RAISE EXCEPTION 'revenue head % has payments', OLD.id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'revenue_heads_used';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER revenue_heads_guard BEFORE UPDATE ON revenue_heads
  FOR EACH ROW EXECUTE FUNCTION guard_revenue_head();
