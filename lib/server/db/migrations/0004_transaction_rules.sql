-- The ways between states (product.md, Transactions); refuse_transition() came with the system wallet.
CREATE TRIGGER transactions_transition BEFORE UPDATE ON transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('pending>processing', 'processing>succeeded', 'processing>failed',
    'processing>expired', 'succeeded>partially_refunded', 'succeeded>refunded', 'partially_refunded>refunded',
    'succeeded>disputed', 'disputed>won', 'disputed>lost');
--> statement-breakpoint
-- What was paid is never changed afterwards, and what was given back only grows.
CREATE FUNCTION guard_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount, NEW.fee, NEW.user_id, NEW.type, NEW.reference, NEW.created_at)
      IS DISTINCT FROM (OLD.amount, OLD.fee, OLD.user_id, OLD.type, OLD.reference, OLD.created_at)
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
