-- An account's status goes the ways that the trigger names, as 'from>to', whoever writes; nobody's money is closed away.
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
