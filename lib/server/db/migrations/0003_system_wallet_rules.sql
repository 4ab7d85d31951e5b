-- States go the ways that the trigger names, as 'from>to'; anything else is refused whoever writes.
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
-- A movement ends with the request for it, whether that is rejected, withdrawn or left until it expires.
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
