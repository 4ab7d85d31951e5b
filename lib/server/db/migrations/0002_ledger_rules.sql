-- The rules of the ledger that hold whoever writes (design.md, Money). refuse_change() is that of the audit trail.
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- An entry is whole when its transaction commits: all of its postings are there, they sum to zero, and a reversal
-- takes back exactly what the entry that it names did.
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  SELECT count(*) AS postings, coalesce(sum(amount), 0) AS total INTO found FROM ledger_postings WHERE entry_id = NEW.id;
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
CREATE CONSTRAINT TRIGGER ledger_entries_whole AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
--> statement-breakpoint
-- Balances follow the postings in the same statement, and what the postings say of them has to be true.
CREATE FUNCTION apply_ledger_postings() RETURNS trigger LANGUAGE plpgsql AS $$
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
  ) THEN
    RAISE EXCEPTION 'a posting does not follow from its account''s balance'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_postings_follow';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_apply AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION apply_ledger_postings();
--> statement-breakpoint
-- Nobody else writes a balance: at depth 1 the statement came from outside, at depth 2 from the trigger above.
CREATE FUNCTION guard_ledger_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.balance = 0 AND NEW.postings = 0 THEN RETURN NEW; END IF;
  ELSIF pg_trigger_depth() > 1 AND (NEW.id, NEW.side) = (OLD.id, OLD.side) THEN RETURN NEW;
  ELSIF (NEW.id, NEW.side, NEW.balance, NEW.postings) = (OLD.id, OLD.side, OLD.balance, OLD.postings) THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a balance changes by postings alone' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_guard BEFORE INSERT OR UPDATE ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION guard_ledger_account();
--> statement-breakpoint
-- Every user has a wallet from the first moment on, under the user's own id.
CREATE FUNCTION open_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_accounts (id, user_id, side) SELECT id, id, 'credit' FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_open_wallet AFTER INSERT ON users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_wallets();
--> statement-breakpoint
INSERT INTO ledger_accounts (id, user_id, side) SELECT id, id, 'credit' FROM users;
--> statement-breakpoint
INSERT INTO ledger_accounts (id, code, side, may_be_negative) VALUES
  ('00000000-0000-7000-8000-000000000001', 'settlement_float', 'debit', false),
  ('00000000-0000-7000-8000-000000000002', 'fee_income', 'credit', false),
  ('00000000-0000-7000-8000-000000000003', 'grants_pool', 'credit', false),
  ('00000000-0000-7000-8000-000000000004', 'promotions_pool', 'credit', false),
  ('00000000-0000-7000-8000-000000000005', 'suspense', 'credit', true);
