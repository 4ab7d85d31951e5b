-- The audit trail is append-only (docs/rules.md, Audit trail).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_trails_append_only BEFORE UPDATE OR DELETE ON audit_trails
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_trails_no_truncate BEFORE TRUNCATE ON audit_trails
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Ledger rules, enforced for every writer (docs/rules.md, Money).
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
-- Checks at commit that an entry has all of its postings, that they sum to zero, and that a reversal exactly mirrors its entry.
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
-- Updates balances in the statement that adds postings, and checks `seq` and `balance_after` of the postings.
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
-- Refuses direct changes of a balance: trigger depth 1 is a direct statement, depth 2 the trigger above.
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
-- Creates a wallet for each new user, under the user's own id.
CREATE FUNCTION open_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_accounts (id, user_id, side) SELECT id, id, 'credit' FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_open_wallet AFTER INSERT ON users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_wallets();
--> statement-breakpoint
-- Refuses state transitions other than the trigger's arguments, given as 'from>to'.
CREATE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND NOT (OLD.state || '>' || NEW.state = ANY (TG_ARGV)) THEN
    RAISE EXCEPTION '%: a record can''t go from % to %', TG_TABLE_NAME, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_transition';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER wallet_movements_transition BEFORE UPDATE ON wallet_movements FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>awaiting_approval', 'draft>cancelled',
    'awaiting_approval>posted', 'awaiting_approval>rejected', 'awaiting_approval>cancelled');
--> statement-breakpoint
-- Ends a manual transfer with its approval request, when that is rejected, withdrawn or expires.
CREATE FUNCTION end_wallet_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_movements SET state = CASE NEW.state WHEN 'rejected' THEN 'rejected' ELSE 'cancelled' END,
    decided_by = NEW.decided_by, decided_at = coalesce(NEW.decided_at, now()), version = version + 1
  WHERE id = NEW.record_id::uuid AND state = 'awaiting_approval';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_end_wallet_movement AFTER UPDATE OF state ON approvals FOR EACH ROW
  WHEN (NEW.kind = 'systemWallet.submitMovement' AND OLD.state = 'waiting'
    AND NEW.state IN ('rejected', 'cancelled', 'expired'))
  EXECUTE FUNCTION end_wallet_movement();
--> statement-breakpoint
-- State transitions of transactions (docs/rules.md, Transactions).
CREATE TRIGGER transactions_transition BEFORE UPDATE ON transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('pending>processing', 'processing>succeeded', 'processing>failed',
    'processing>expired', 'succeeded>partially_refunded', 'succeeded>refunded', 'partially_refunded>refunded',
    'succeeded>disputed', 'disputed>won', 'disputed>lost');
--> statement-breakpoint
-- Refuses changes of paid amounts. An open payment may lose its cashback, if the wallet can no longer take it.
CREATE FUNCTION guard_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount, NEW.fee, NEW.discount, NEW.user_id, NEW.type, NEW.reference, NEW.created_at, NEW.counterparty_id, NEW.channel,
      NEW.method_id, NEW.refund_of)
      IS DISTINCT FROM (OLD.amount, OLD.fee, OLD.discount, OLD.user_id, OLD.type, OLD.reference, OLD.created_at, OLD.counterparty_id,
      OLD.channel, OLD.method_id, OLD.refund_of)
    OR NEW.cashback <> OLD.cashback AND NOT (NEW.cashback = 0 AND OLD.state IN ('pending', 'processing'))
    OR NEW.refunded_amount < OLD.refunded_amount THEN
    RAISE EXCEPTION 'what was paid can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.refunded_amount > 0 AND (NEW.state = 'refunded') <> (NEW.refunded_amount = NEW.amount)
    OR (NEW.refunded_amount > 0) <> (NEW.state IN ('partially_refunded', 'refunded')) THEN
    RAISE EXCEPTION 'the state does not fit what was given back' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_guard BEFORE UPDATE ON transactions FOR EACH ROW EXECUTE FUNCTION guard_transaction();
--> statement-breakpoint
CREATE TRIGGER transaction_events_append_only BEFORE UPDATE OR DELETE ON transaction_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Refuses other status changes than the trigger's arguments, and closing an account with money.
CREATE FUNCTION guard_user_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (OLD.status || '>' || NEW.status = ANY (TG_ARGV)) THEN
    RAISE EXCEPTION 'users: an account can''t go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_transition';
  END IF;
  IF NEW.status = 'closed' AND EXISTS (SELECT 1 FROM ledger_accounts WHERE user_id = NEW.id AND balance <> 0) THEN
    RAISE EXCEPTION 'users: account % still holds money', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_closed_empty';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_transition BEFORE UPDATE OF status ON users FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION guard_user_status('active>restricted', 'active>suspended', 'active>closed',
    'restricted>active', 'restricted>closed', 'suspended>active', 'suspended>closed');
--> statement-breakpoint
-- Copies balances to wallet_balances. The writer has locked the account's row, so copies are written in the same order.
CREATE FUNCTION open_wallet_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_balances (user_id, balance) SELECT user_id, balance FROM added WHERE user_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_balances_opened AFTER INSERT ON ledger_accounts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_wallet_balances();
--> statement-breakpoint
CREATE FUNCTION follow_wallet_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_balances SET balance = NEW.balance WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_balances_follow AFTER UPDATE OF balance ON ledger_accounts FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND OLD.balance <> NEW.balance) EXECUTE FUNCTION follow_wallet_balance();
--> statement-breakpoint
CREATE TRIGGER approvals_transition BEFORE UPDATE ON approvals FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('waiting>approved', 'waiting>rejected', 'waiting>cancelled', 'waiting>expired');
--> statement-breakpoint
-- A requested transfer can't change, so that the approver decides on what they read. A posted transfer keeps its ledger entry.
CREATE FUNCTION guard_wallet_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'only a draft can be changed' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER wallet_movements_guard BEFORE UPDATE ON wallet_movements FOR EACH ROW
  WHEN (OLD.state <> 'draft' AND
    (OLD.reference, OLD.kind, OLD.account, OLD.to_account, OLD.direction, OLD.amount, OLD.note, OLD.external_reference,
      OLD.reverses_entry_id, OLD.transaction_id, OLD.requested_by) IS DISTINCT FROM
    (NEW.reference, NEW.kind, NEW.account, NEW.to_account, NEW.direction, NEW.amount, NEW.note, NEW.external_reference,
      NEW.reverses_entry_id, NEW.transaction_id, NEW.requested_by)
    OR OLD.entry_id <> NEW.entry_id)
  EXECUTE FUNCTION guard_wallet_movement();
--> statement-breakpoint
-- State transitions of reports (docs/rules.md); lib/contract/ireport.values.ts has the same pairs.
CREATE TRIGGER ireports_transition BEFORE UPDATE ON ireports FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('submitted>acknowledged', 'acknowledged>in_progress',
    'in_progress>resolved', 'in_progress>rejected', 'in_progress>duplicate', 'resolved>in_progress',
    'submitted>waiting_for_citizen', 'acknowledged>waiting_for_citizen', 'in_progress>waiting_for_citizen',
    'waiting_for_citizen>submitted', 'waiting_for_citizen>acknowledged', 'waiting_for_citizen>in_progress');
--> statement-breakpoint
-- The citizen's part of a report never changes. Clocks of its deadlines can only pause and resume.
CREATE FUNCTION guard_ireport() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.number, NEW.title, NEW.text, NEW.lga, NEW.ward, NEW.lat, NEW.lng, NEW.cell, NEW.reporter_id, NEW.code_hash, NEW.submitted_at)
    IS DISTINCT FROM
    (OLD.number, OLD.title, OLD.text, OLD.lga, OLD.ward, OLD.lat, OLD.lng, OLD.cell, OLD.reporter_id, OLD.code_hash, OLD.submitted_at) THEN
    RAISE EXCEPTION 'what was reported can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.stopped_ms < OLD.stopped_ms OR NEW.reopened < OLD.reopened
    OR OLD.acknowledged_at IS NOT NULL AND NEW.acknowledged_at IS DISTINCT FROM OLD.acknowledged_at
    OR OLD.escalated_at IS NOT NULL AND NEW.escalated_at IS DISTINCT FROM OLD.escalated_at THEN
    RAISE EXCEPTION 'what was counted of a report can''t be taken back' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.state = OLD.state THEN
    IF (NEW.state_since, NEW.stopped_at, NEW.resume_state) IS DISTINCT FROM (OLD.state_since, OLD.stopped_at, OLD.resume_state) THEN
      RAISE EXCEPTION 'a clock begins, stops and goes on with its state' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.state = 'waiting_for_citizen' AND NEW.resume_state IS DISTINCT FROM OLD.state
    OR OLD.state = 'waiting_for_citizen' AND NEW.state IS DISTINCT FROM OLD.resume_state
    OR 'waiting_for_citizen' IN (OLD.state, NEW.state) AND NEW.state_since <> OLD.state_since THEN
    RAISE EXCEPTION 'a report goes on where it was before the citizen was asked'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ireports_transition';
  END IF;
  IF OLD.state = 'resolved' AND (NEW.state_since > OLD.resolved_at + interval '14 days' OR NEW.reopened <> OLD.reopened + 1) THEN
    RAISE EXCEPTION 'a report can be reopened for 14 days'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ireports_transition';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ireports_guard BEFORE UPDATE ON ireports FOR EACH ROW EXECUTE FUNCTION guard_ireport();
--> statement-breakpoint
CREATE TRIGGER ireports_stay BEFORE DELETE ON ireports FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ireports_no_truncate BEFORE TRUNCATE ON ireports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- An original must not be a duplicate itself, so that one report informs all reporters. Locks it during the check.
CREATE FUNCTION guard_ireport_original() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT state FROM ireports WHERE id = NEW.original_id FOR SHARE) IN ('duplicate', 'rejected') THEN
    RAISE EXCEPTION 'a duplicate or rejected report is nobody''s original'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ireports_original';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ireports_original BEFORE UPDATE ON ireports FOR EACH ROW
  WHEN (NEW.original_id IS NOT NULL AND NEW.original_id IS DISTINCT FROM OLD.original_id)
  EXECUTE FUNCTION guard_ireport_original();
--> statement-breakpoint
CREATE TRIGGER ireport_messages_append_only BEFORE UPDATE OR DELETE ON ireport_messages
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ireport_messages_no_truncate BEFORE TRUNCATE ON ireport_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ireport_notes_append_only BEFORE UPDATE OR DELETE ON ireport_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ireport_notes_no_truncate BEFORE TRUNCATE ON ireport_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Refuses a third level of report categories: a subcategory cannot have subcategories.
CREATE FUNCTION guard_ireport_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ireport_categories WHERE id = NEW.parent_id AND parent_id IS NOT NULL)
    OR EXISTS (SELECT 1 FROM ireport_categories WHERE parent_id = NEW.id) THEN
    RAISE EXCEPTION 'categories have two levels' USING ERRCODE = 'check_violation', CONSTRAINT = 'ireport_categories_levels';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ireport_categories_levels BEFORE INSERT OR UPDATE OF parent_id ON ireport_categories FOR EACH ROW
  WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION guard_ireport_category();
--> statement-breakpoint
-- A publication never changes, except that it can be withdrawn once. Terms and privacy policies are binding once in force, so
-- they cannot be withdrawn from then on (docs/rules.md, App configuration).
CREATE FUNCTION guard_entry_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'withdrawn_at' - 'withdrawn_by' IS DISTINCT FROM to_jsonb(OLD) - 'withdrawn_at' - 'withdrawn_by' THEN
    RAISE EXCEPTION 'what was published can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.withdrawn_at IS NOT NULL THEN
    RAISE EXCEPTION 'what was taken off stays off' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.kind IN ('terms', 'privacy') AND OLD."from" <= clock_timestamp() THEN
    RAISE EXCEPTION 'a version that holds can''t be taken off' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER entry_publications_guard BEFORE UPDATE ON entry_publications
  FOR EACH ROW EXECUTE FUNCTION guard_entry_publication();
--> statement-breakpoint
CREATE TRIGGER entry_publications_append_only BEFORE DELETE ON entry_publications
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER entry_publications_no_truncate BEFORE TRUNCATE ON entry_publications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Refuses changes of a publication's pictures, like those of the publication itself.
CREATE TRIGGER publication_images_append_only BEFORE UPDATE OR DELETE ON publication_images
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER publication_images_no_truncate BEFORE TRUNCATE ON publication_images
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION guard_image_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT 1 FROM publication_images WHERE image_id = OLD.image_id) THEN
    RAISE EXCEPTION 'a picture that was published stays as it was' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER image_sizes_guard BEFORE UPDATE OR DELETE ON image_sizes
  FOR EACH ROW EXECUTE FUNCTION guard_image_size();
--> statement-breakpoint
-- Checks that a publication has its entry's kind. Legal versions take effect in order, and later ones cannot be backdated. Only the
-- transaction that inserts the first version may insert older ones too, to import the history of another service.
CREATE FUNCTION check_entry_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM entries WHERE id = NEW.entry_id AND kind = NEW.kind) THEN
    RAISE EXCEPTION 'a publication is of its entry''s kind' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_publications_kind';
  END IF;
  IF NEW.kind IN ('terms', 'privacy') AND (NEW.until IS NOT NULL OR NEW.number < 1 OR EXISTS (
    SELECT 1 FROM entry_publications p
    WHERE p.entry_id = NEW.entry_id AND (p.number > NEW.number
      OR p.withdrawn_at IS NULL AND p."from" >= NEW."from"
      OR p.xmin <> pg_current_xact_id()::xid AND NEW."from" < now() - interval '1 minute'))) THEN
    RAISE EXCEPTION 'a version holds after those before it' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_publications_order';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER entry_publications_check BEFORE INSERT ON entry_publications
  FOR EACH ROW EXECUTE FUNCTION check_entry_publication();
--> statement-breakpoint
CREATE FUNCTION guard_entry_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind <> OLD.kind THEN
    RAISE EXCEPTION 'an entry stays of its kind' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER entries_kind BEFORE UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION guard_entry_kind();
--> statement-breakpoint
CREATE TRIGGER legal_acceptances_append_only BEFORE UPDATE OR DELETE ON legal_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER legal_acceptances_no_truncate BEFORE TRUNCATE ON legal_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER broadcasts_transition BEFORE UPDATE ON broadcasts FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>awaiting_approval', 'draft>scheduled', 'draft>sending',
    'awaiting_approval>draft', 'awaiting_approval>scheduled', 'awaiting_approval>sending', 'awaiting_approval>cancelled',
    'scheduled>sending', 'scheduled>draft', 'scheduled>cancelled', 'sending>paused', 'paused>sending',
    'sending>sent', 'sending>cancelled', 'paused>cancelled', 'sent>sending');
--> statement-breakpoint
-- Returns a broadcast to its draft when its approval request is rejected, withdrawn or expires.
CREATE FUNCTION end_broadcast_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE broadcasts SET state = 'draft', scheduled_for = NULL, version = version + 1, updated_at = now()
  WHERE id = NEW.record_id::uuid AND state = 'awaiting_approval';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_end_broadcast AFTER UPDATE OF state ON approvals FOR EACH ROW
  WHEN (NEW.kind = 'appConfig.sendBroadcast' AND OLD.state = 'waiting'
    AND NEW.state IN ('rejected', 'cancelled', 'expired'))
  EXECUTE FUNCTION end_broadcast_request();
--> statement-breakpoint
-- Refuses changes of content and audience after the draft, so that the record shows what was sent.
CREATE FUNCTION guard_broadcast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' AND (NEW.title, NEW.text, NEW.image_id, NEW.destination, NEW.audience, NEW.mail_without_device)
      IS DISTINCT FROM (OLD.title, OLD.text, OLD.image_id, OLD.destination, OLD.audience, OLD.mail_without_device) THEN
    RAISE EXCEPTION 'only a draft can be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER broadcasts_guard BEFORE UPDATE ON broadcasts FOR EACH ROW EXECUTE FUNCTION guard_broadcast();
--> statement-breakpoint
-- State transitions of events (docs/rules.md); lib/contract/event.values.ts has the same pairs. `ended` follows from the clock
-- and is never stored; an ended event cannot be cancelled.
CREATE TRIGGER events_transition BEFORE UPDATE ON events FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>live', 'live>cancelled');
--> statement-breakpoint
CREATE FUNCTION guard_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at THEN
    RAISE EXCEPTION 'who made an event, and when, can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'draft' AND NEW.state = 'live' THEN
    IF NEW.starts_at <= clock_timestamp() THEN
      RAISE EXCEPTION 'an event goes live before it starts' USING ERRCODE = 'check_violation', CONSTRAINT = 'events_live';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM ticket_types t WHERE t.event_id = NEW.id AND NOT t.hidden
      AND (t.sales_until IS NULL OR t.sales_until > clock_timestamp())) THEN
      RAISE EXCEPTION 'an event goes live with a ticket type that can be bought'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'events_live';
    END IF;
  END IF;
  IF OLD.state = 'cancelled' OR OLD.state = 'live' AND OLD.ends_at <= clock_timestamp() THEN
    IF (NEW.state, NEW.starts_at, NEW.ends_at, NEW.cancelled_at, NEW.cancel_reason, NEW.cancelled_by, NEW.refunds_checked_in)
      IS DISTINCT FROM
      (OLD.state, OLD.starts_at, OLD.ends_at, OLD.cancelled_at, OLD.cancel_reason, OLD.cancelled_by, OLD.refunds_checked_in) THEN
      RAISE EXCEPTION 'an event that is over stays as it was'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'events_transition';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_guard BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION guard_event();
--> statement-breakpoint
-- Refuses to delete events other than drafts, which citizens never saw.
CREATE FUNCTION guard_event_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' THEN
    RAISE EXCEPTION 'an event that was live can''t be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_stay BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION guard_event_deletion();
--> statement-breakpoint
CREATE TRIGGER event_orders_transition BEFORE UPDATE ON event_orders FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('reserved>paid', 'reserved>expired', 'reserved>failed', 'reserved>cancelled', 'expired>paid');
--> statement-breakpoint
CREATE FUNCTION guard_event_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.reference, NEW.event_id, NEW.user_id, NEW.total, NEW.quantity, NEW.created_at, NEW.expires_at) IS DISTINCT FROM
    (OLD.reference, OLD.event_id, OLD.user_id, OLD.total, OLD.quantity, OLD.created_at, OLD.expires_at)
    OR OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS DISTINCT FROM OLD.transaction_id THEN
    RAISE EXCEPTION 'what was ordered can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER event_orders_guard BEFORE UPDATE ON event_orders FOR EACH ROW EXECUTE FUNCTION guard_event_order();
--> statement-breakpoint
CREATE TRIGGER event_orders_stay BEFORE DELETE ON event_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER event_orders_no_truncate BEFORE TRUNCATE ON event_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER event_order_items_append_only BEFORE UPDATE OR DELETE ON event_order_items
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER event_order_items_no_truncate BEFORE TRUNCATE ON event_order_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER tickets_transition BEFORE UPDATE ON tickets FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('valid>checked_in', 'valid>refunded', 'valid>void', 'checked_in>valid');
--> statement-breakpoint
-- Refuses changes of sold tickets, except for state and holder. A new holder gets a new code, so that the old one is invalid.
CREATE FUNCTION guard_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.reference, NEW.event_id, NEW.ticket_type_id, NEW.order_id, NEW.price, NEW.created_at) IS DISTINCT FROM
    (OLD.reference, OLD.event_id, OLD.ticket_type_id, OLD.order_id, OLD.price, OLD.created_at) THEN
    RAISE EXCEPTION 'what was sold can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.code <> OLD.code) <> (NEW.holder_id <> OLD.holder_id) OR (NEW.code <> OLD.code) <> (NEW.code_hash <> OLD.code_hash)
    OR NEW.holder_id <> OLD.holder_id AND (OLD.state <> 'valid' OR NEW.state <> 'valid') THEN
    RAISE EXCEPTION 'a valid ticket gets a new code with a new holder' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.state = OLD.state AND (NEW.checked_in_at, NEW.checked_in_by, NEW.gate, NEW.refund_id, NEW.reason) IS DISTINCT FROM
    (OLD.checked_in_at, OLD.checked_in_by, OLD.gate, OLD.refund_id, OLD.reason) THEN
    RAISE EXCEPTION 'what is said of a ticket''s state changes with its state' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'valid' AND NEW.state = 'checked_in'
    AND (SELECT state FROM events WHERE id = NEW.event_id) <> 'live' THEN
    RAISE EXCEPTION 'nobody is let in to an event that is not live'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_transition';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_guard BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION guard_ticket();
--> statement-breakpoint
CREATE TRIGGER tickets_stay BEFORE DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER tickets_no_truncate BEFORE TRUNCATE ON tickets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ticket_scans_append_only BEFORE UPDATE OR DELETE ON ticket_scans
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ticket_scans_no_truncate BEFORE TRUNCATE ON ticket_scans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_transition BEFORE UPDATE ON cancellation_steps FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('pending>done', 'pending>failed', 'failed>done', 'failed>pending');
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_done BEFORE UPDATE ON cancellation_steps FOR EACH ROW
  WHEN (OLD.state = 'done') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_stay BEFORE DELETE ON cancellation_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_no_truncate BEFORE TRUNCATE ON cancellation_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- State transitions of promotions (docs/rules.md); lib/contract/promotion.values.ts has the same pairs.
CREATE TRIGGER promotions_transition BEFORE UPDATE ON promotions FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>scheduled', 'scheduled>active', 'active>paused', 'active>ended',
    'paused>active', 'paused>ended', 'ended>archived');
--> statement-breakpoint
-- Once a promotion has begun, only its end can change and its budget can grow, because citizens rely on it.
CREATE FUNCTION guard_promotion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state NOT IN ('draft', 'scheduled') THEN
      RAISE EXCEPTION 'a promotion that has begun can''t be deleted' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'draft' OR NEW.uses + NEW.reserved_uses + NEW.spent + NEW.reserved <> 0 THEN
      RAISE EXCEPTION 'a promotion begins as a draft' USING ERRCODE = 'check_violation', CONSTRAINT = 'promotions_transition';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.created_by, NEW.created_at) IS DISTINCT FROM (OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'who made a promotion, and when, can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state NOT IN ('draft', 'scheduled') AND ((NEW.name, NEW.description, NEW.trigger, NEW.kind, NEW.basis_points,
      NEW.flat_amount, NEW.cap, NEW.minimum, NEW.types, NEW.channels, NEW.first_payment_only, NEW.uses_total,
      NEW.uses_per_user, NEW.uses_per_code, NEW.starts_at)
    IS DISTINCT FROM (OLD.name, OLD.description, OLD.trigger, OLD.kind, OLD.basis_points, OLD.flat_amount, OLD.cap,
      OLD.minimum, OLD.types, OLD.channels, OLD.first_payment_only, OLD.uses_total, OLD.uses_per_user, OLD.uses_per_code,
      OLD.starts_at) OR NEW.budget < OLD.budget) THEN
    RAISE EXCEPTION 'what a promotion promises can''t be changed once it has begun' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state IN ('ended', 'archived') AND (NEW.budget, NEW.ends_at, NEW.end_cause)
      IS DISTINCT FROM (OLD.budget, OLD.ends_at, OLD.end_cause) THEN
    RAISE EXCEPTION 'a promotion that has ended stays as it is' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'scheduled' AND NEW.state = 'active' AND NEW.starts_at > clock_timestamp() THEN
    RAISE EXCEPTION 'a promotion begins at its start' USING ERRCODE = 'check_violation', CONSTRAINT = 'promotions_start';
  END IF;
  IF NEW.state IN ('draft', 'scheduled') AND NEW.uses + NEW.reserved_uses <> 0
    OR OLD.state <> 'active' AND NEW.reserved > OLD.reserved THEN
    RAISE EXCEPTION 'only an active promotion is used' USING ERRCODE = 'check_violation', CONSTRAINT = 'promotions_used';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER promotions_guard BEFORE INSERT OR UPDATE OR DELETE ON promotions FOR EACH ROW
  EXECUTE FUNCTION guard_promotion();
--> statement-breakpoint
CREATE FUNCTION guard_promotion_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM promotions p WHERE p.id = coalesce(NEW.promotion_id, OLD.promotion_id)
      AND p.state NOT IN ('draft', 'scheduled')) THEN
    RAISE EXCEPTION 'whom a promotion is for can''t be changed once it has begun' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_groups_guard BEFORE INSERT OR UPDATE OR DELETE ON promotion_groups FOR EACH ROW
  EXECUTE FUNCTION guard_promotion_group();
--> statement-breakpoint
CREATE FUNCTION guard_promotion_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.code, NEW.promotion_id, NEW.created_at)
      IS DISTINCT FROM (OLD.code, OLD.promotion_id, OLD.created_at)
    OR TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM promotions p WHERE p.id = OLD.promotion_id AND p.state NOT IN ('draft', 'scheduled')) THEN
    RAISE EXCEPTION 'a code stays with its promotion' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_codes_guard BEFORE UPDATE OR DELETE ON promotion_codes FOR EACH ROW
  EXECUTE FUNCTION guard_promotion_code();
--> statement-breakpoint
-- Checks added codes once per statement, because ten thousand may be inserted together.
CREATE FUNCTION guard_added_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM promotions p WHERE p.id IN (SELECT promotion_id FROM added) AND p.state IN ('ended', 'archived')) THEN
    RAISE EXCEPTION 'a promotion that has ended gets no codes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_codes_added AFTER INSERT ON promotion_codes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION guard_added_codes();
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_transition BEFORE UPDATE ON promotion_redemptions FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('reserved>redeemed', 'reserved>released', 'redeemed>returned');
--> statement-breakpoint
CREATE FUNCTION guard_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.promotion_id, NEW.user_id, NEW.transaction_id, NEW.kind, NEW.code, NEW.amount, NEW.created_at)
      IS DISTINCT FROM (OLD.promotion_id, OLD.user_id, OLD.transaction_id, OLD.kind, OLD.code, OLD.amount, OLD.created_at)
    OR NEW.returned < OLD.returned OR (NEW.state = 'returned') <> (NEW.returned = NEW.amount) THEN
    RAISE EXCEPTION 'what a redemption gave can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_guard BEFORE UPDATE ON promotion_redemptions FOR EACH ROW
  EXECUTE FUNCTION guard_redemption();
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_kept BEFORE DELETE ON promotion_redemptions FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_no_truncate BEFORE TRUNCATE ON promotion_redemptions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- State transitions of grants (docs/rules.md); lib/contract/grant.values.ts has the same pairs.
CREATE TRIGGER grant_programmes_transition BEFORE UPDATE ON grant_programmes FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>open', 'open>closed', 'closed>open', 'closed>completed');
--> statement-breakpoint
-- Limits changes of an open grant programme, because applicants rely on it. Its budget can only grow, its window can only be extended,
-- and publishing of awards can only be turned off.
CREATE FUNCTION guard_programme() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'draft' THEN
      RAISE EXCEPTION 'a programme that has opened can''t be deleted' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'draft' OR NEW.committed <> 0 OR NEW.paid <> 0 THEN
      RAISE EXCEPTION 'a programme begins as a draft' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_programmes_transition';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.created_by, NEW.created_at) IS DISTINCT FROM (OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'who made a programme, and when, can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state <> 'draft' AND ((NEW.sponsor, NEW.award_kind, NEW.amount, NEW.opens_at, NEW.tier_min, NEW.lgas, NEW.group_id,
      NEW.age_min, NEW.age_max, NEW.questions, NEW.documents)
    IS DISTINCT FROM (OLD.sponsor, OLD.award_kind, OLD.amount, OLD.opens_at, OLD.tier_min, OLD.lgas, OLD.group_id,
      OLD.age_min, OLD.age_max, OLD.questions, OLD.documents) OR NEW.budget < OLD.budget
      OR NEW.closes_at < OLD.closes_at OR NEW.publishes_awards AND NOT OLD.publishes_awards OR NEW.paid < OLD.paid) THEN
    RAISE EXCEPTION 'what applicants were told can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'completed' AND (NEW.budget, NEW.committed, NEW.paid) IS DISTINCT FROM (OLD.budget, OLD.committed, OLD.paid) THEN
    RAISE EXCEPTION 'a completed programme gives nothing' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_programmes_guard BEFORE INSERT OR UPDATE OR DELETE ON grant_programmes FOR EACH ROW
  EXECUTE FUNCTION guard_programme();
--> statement-breakpoint
CREATE TRIGGER grant_applications_transition BEFORE UPDATE ON grant_applications FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('submitted>shortlisted', 'submitted>rejected', 'shortlisted>approved',
    'shortlisted>rejected', 'approved>disbursed', 'approved>payment_failed', 'approved>rejected',
    'payment_failed>disbursed', 'payment_failed>rejected');
--> statement-breakpoint
CREATE FUNCTION guard_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'submitted' OR NEW.amount IS NOT NULL OR NEW.reviews <> 0 THEN
      RAISE EXCEPTION 'an application begins as submitted' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_transition';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM grant_programmes p WHERE p.id = NEW.programme_id AND p.state = 'open') THEN
      RAISE EXCEPTION 'this programme takes no applications' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_open';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.reference, NEW.programme_id, NEW.user_id, NEW.amount_asked, NEW.submitted_at)
      IS DISTINCT FROM (OLD.reference, OLD.programme_id, OLD.user_id, OLD.amount_asked, OLD.submitted_at) THEN
    RAISE EXCEPTION 'an application stays as it was submitted' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.amount IS DISTINCT FROM OLD.amount AND NOT (OLD.state = 'shortlisted' AND NEW.state = 'approved') THEN
    RAISE EXCEPTION 'what is awarded is decided with the approval' USING ERRCODE = 'restrict_violation';
  END IF;
  -- Counts the scores themselves, not the stored `reviews` alone.
  IF OLD.state <> NEW.state AND NEW.state = 'approved' THEN
    IF NEW.reviews < 2 OR (SELECT count(r.score) FROM grant_reviews r WHERE r.application_id = NEW.id) < 2 THEN
      RAISE EXCEPTION 'an approval needs two scores' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_scored';
    END IF;
    IF EXISTS (SELECT 1 FROM grant_programmes p WHERE p.id = NEW.programme_id AND p.amount < NEW.amount) THEN
      RAISE EXCEPTION 'the programme gives less' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_most';
    END IF;
    IF EXISTS (SELECT 1 FROM grant_reviews r WHERE r.application_id = NEW.id AND r.reviewer_id = NEW.decided_by
        AND r.conflict IS NOT NULL) THEN
      RAISE EXCEPTION 'who has a conflict of interest does not approve' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_conflict';
    END IF;
  END IF;
  -- An application in a batch cannot be rejected. After a failed payment, rejecting it also removes its batch row.
  IF OLD.state = 'approved' AND NEW.state = 'rejected' AND OLD.in_batch THEN
    RAISE EXCEPTION 'this application is in a payout batch' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_in_batch';
  END IF;
  IF OLD.state NOT IN ('submitted', 'shortlisted') AND (NEW.payout_kind, NEW.bank_code, NEW.account_number)
        IS DISTINCT FROM (OLD.payout_kind, OLD.bank_code, OLD.account_number)
      OR OLD.state IN ('disbursed', 'rejected') AND NEW.state = OLD.state AND NEW.reason IS DISTINCT FROM OLD.reason THEN
    RAISE EXCEPTION 'what is decided can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_applications_guard BEFORE INSERT OR UPDATE ON grant_applications FOR EACH ROW
  EXECUTE FUNCTION guard_application();
--> statement-breakpoint
CREATE TRIGGER grant_applications_kept BEFORE DELETE ON grant_applications FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER grant_applications_no_truncate BEFORE TRUNCATE ON grant_applications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Adds approved amounts to `committed` and disbursed ones to `paid`; a check of the programme limits their sum to the budget.
CREATE FUNCTION commit_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_programmes SET
    committed = committed
      + CASE WHEN NEW.state IN ('approved', 'payment_failed') THEN NEW.amount ELSE 0 END
      - CASE WHEN OLD.state IN ('approved', 'payment_failed') THEN OLD.amount ELSE 0 END,
    paid = paid + CASE WHEN NEW.state = 'disbursed' THEN NEW.amount ELSE 0 END
  WHERE id = NEW.programme_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_applications_commit AFTER UPDATE OF state ON grant_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (NEW.state IN ('approved', 'disbursed')
    OR OLD.state IN ('approved', 'payment_failed') AND NEW.state = 'rejected'))
  EXECUTE FUNCTION commit_grant();
--> statement-breakpoint
-- Allows at most two scores per application. Once both exist, neither changes, unless a reviewer declares a conflict of interest, which
-- is final. A conflict that is declared after the approval does not change the sum of scores.
CREATE FUNCTION guard_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  application grant_applications%ROWTYPE;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a review can''t be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  SELECT * INTO application FROM grant_applications WHERE id = NEW.application_id FOR NO KEY UPDATE;
  IF application.state NOT IN ('submitted', 'shortlisted')
      AND (NEW.conflict IS NULL OR application.state NOT IN ('approved', 'payment_failed')) THEN
    RAISE EXCEPTION 'a decided application is not reviewed' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_reviews_open';
  END IF;
  IF NEW.score IS NOT NULL AND application.reviews >= 2 THEN
    RAISE EXCEPTION 'two scores are in' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_reviews_two';
  END IF;
  IF TG_OP = 'UPDATE' AND (OLD.conflict IS NOT NULL OR (NEW.application_id, NEW.reviewer_id)
      IS DISTINCT FROM (OLD.application_id, OLD.reviewer_id)) THEN
    RAISE EXCEPTION 'a declared conflict of interest stays' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_reviews_guard BEFORE INSERT OR UPDATE OR DELETE ON grant_reviews FOR EACH ROW
  EXECUTE FUNCTION guard_review();
--> statement-breakpoint
CREATE TRIGGER grant_reviews_no_truncate BEFORE TRUNCATE ON grant_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_applications a SET reviews = s.scores, score_sum = CASE WHEN s.scores = 2 THEN s.total END
  FROM (SELECT count(score)::integer AS scores, sum(score)::integer AS total FROM grant_reviews
    WHERE application_id = NEW.application_id) s
  WHERE a.id = NEW.application_id AND a.state IN ('submitted', 'shortlisted');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_reviews_count AFTER INSERT OR UPDATE ON grant_reviews FOR EACH ROW EXECUTE FUNCTION count_reviews();
--> statement-breakpoint
CREATE TRIGGER grant_batches_transition BEFORE UPDATE ON grant_batches FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>awaiting_approval', 'draft>cancelled', 'awaiting_approval>paying',
    'awaiting_approval>rejected', 'awaiting_approval>cancelled', 'paying>done', 'done>paying');
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_transition BEFORE UPDATE ON grant_batch_rows FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('pending>sent', 'pending>paid', 'pending>failed', 'pending>removed', 'sent>paid',
    'sent>failed', 'failed>pending', 'failed>paid', 'failed>removed');
--> statement-breakpoint
-- Lets rows be added to drafts, removed from drafts and from rejected or cancelled batches, and paid while the batch is being paid.
CREATE FUNCTION guard_batch_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  batch text;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.batch_id, NEW.row, NEW.application_id, NEW.amount)
      IS DISTINCT FROM (OLD.batch_id, OLD.row, OLD.application_id, OLD.amount) THEN
    RAISE EXCEPTION 'a row of a payout stays as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.state = OLD.state THEN RETURN NEW; END IF;
  SELECT state INTO batch FROM grant_batches WHERE id = NEW.batch_id;
  IF TG_OP = 'INSERT' AND (batch <> 'draft' OR NEW.state <> 'pending')
    OR TG_OP = 'UPDATE' AND NEW.state IN ('sent', 'paid') AND batch <> 'paying'
      -- Allows a late report in which the provider says that a failed row was paid after all.
      AND NOT (OLD.state = 'failed' AND NEW.state = 'paid' AND batch = 'done')
    OR TG_OP = 'UPDATE' AND OLD.state = 'pending' AND NEW.state = 'removed' AND batch NOT IN ('draft', 'rejected', 'cancelled') THEN
    RAISE EXCEPTION 'a row of a payout batch that is % can''t be %', batch, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_batch_rows_batch';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_guard BEFORE INSERT OR UPDATE ON grant_batch_rows FOR EACH ROW
  EXECUTE FUNCTION guard_batch_row();
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_kept BEFORE DELETE ON grant_batch_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_no_truncate BEFORE TRUNCATE ON grant_batch_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Updates a batch's row count and kobo, and `in_batch` of the applications.
CREATE FUNCTION sum_batch_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_applications a SET in_batch = true FROM added n WHERE a.id = n.application_id;
  UPDATE grant_batches b SET rows = b.rows + s.rows, amount = b.amount + s.amount
  FROM (SELECT batch_id, count(*) AS rows, sum(amount) AS amount FROM added GROUP BY 1) s WHERE b.id = s.batch_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_sum AFTER INSERT ON grant_batch_rows
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_batch_rows();
--> statement-breakpoint
CREATE FUNCTION sum_removed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_applications a SET in_batch = false
  FROM changed n JOIN earlier o ON (o.batch_id, o.row) = (n.batch_id, n.row)
  WHERE a.id = n.application_id AND n.state = 'removed' AND o.state <> 'removed';
  UPDATE grant_batches b SET rows = b.rows - s.rows, amount = b.amount - s.amount
  FROM (SELECT n.batch_id, count(*) AS rows, sum(n.amount) AS amount
    FROM changed n JOIN earlier o ON (o.batch_id, o.row) = (n.batch_id, n.row)
    WHERE n.state = 'removed' AND o.state <> 'removed' GROUP BY 1) s WHERE b.id = s.batch_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_removed AFTER UPDATE ON grant_batch_rows
  REFERENCING NEW TABLE AS changed OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION sum_removed_rows();
--> statement-breakpoint
-- Releases the applications of a rejected or cancelled batch.
CREATE FUNCTION free_batch_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_batch_rows SET state = 'removed', updated_at = clock_timestamp() WHERE batch_id = NEW.id AND state = 'pending';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batches_free AFTER UPDATE OF state ON grant_batches FOR EACH ROW
  WHEN (NEW.state IN ('rejected', 'cancelled') AND OLD.state <> NEW.state) EXECUTE FUNCTION free_batch_rows();
--> statement-breakpoint
-- Ends a batch with its approval request, when that is rejected, withdrawn or expires.
CREATE FUNCTION end_grant_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_batches SET state = CASE NEW.state WHEN 'rejected' THEN 'rejected' ELSE 'cancelled' END, version = version + 1
  WHERE id = NEW.record_id::uuid AND state = 'awaiting_approval';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_end_grant_batch AFTER UPDATE OF state ON approvals FOR EACH ROW
  WHEN (NEW.kind = 'grant.submitBatch' AND OLD.state = 'waiting' AND NEW.state IN ('rejected', 'cancelled', 'expired'))
  EXECUTE FUNCTION end_grant_batch();
--> statement-breakpoint
-- Stored uncompressed: the files are compressed already, and parts can be read alone (lib/server/files/stored-files.ts).
ALTER TABLE "files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Invalidates an admin's remembered devices when the password or status changes.
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.devices_since := greatest(now(), OLD.devices_since + interval '1 millisecond');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER admins_forget_devices BEFORE UPDATE OF password_hash, status ON admins FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.status <> NEW.status) EXECUTE FUNCTION forget_devices();
