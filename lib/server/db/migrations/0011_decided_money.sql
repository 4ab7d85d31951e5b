ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_reverses_entry_id_ledger_entries_id_fk" FOREIGN KEY ("reverses_entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_four_eyes" CHECK ("approvals"."decided_by" <> "approvals"."requested_by");--> statement-breakpoint
CREATE TRIGGER approvals_transition BEFORE UPDATE ON approvals FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('waiting>approved', 'waiting>rejected', 'waiting>cancelled', 'waiting>expired');
--> statement-breakpoint
-- What is asked for stays what the approver read, and what is posted stays what its entry did.
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
CREATE OR REPLACE FUNCTION guard_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount, NEW.fee, NEW.user_id, NEW.type, NEW.reference, NEW.created_at, NEW.counterparty_id, NEW.channel,
      NEW.method_id, NEW.refund_of)
      IS DISTINCT FROM (OLD.amount, OLD.fee, OLD.user_id, OLD.type, OLD.reference, OLD.created_at, OLD.counterparty_id,
      OLD.channel, OLD.method_id, OLD.refund_of)
    OR NEW.refunded_amount < OLD.refunded_amount THEN
    RAISE EXCEPTION 'what was paid can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.refunded_amount > 0 AND (NEW.state = 'refunded') <> (NEW.refunded_amount = NEW.amount)
    OR (NEW.refunded_amount > 0) <> (NEW.state IN ('partially_refunded', 'refunded')) THEN
    RAISE EXCEPTION 'the state does not fit what was given back' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
