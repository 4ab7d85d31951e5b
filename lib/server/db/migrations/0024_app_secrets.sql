CREATE TABLE "app_secrets" (
	"key_id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"check_value" text NOT NULL,
	"state" text NOT NULL,
	"replaced_keys" "bytea",
	"activated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"untagged_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "app_secrets_position" ON "app_secrets" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "app_secrets_active" ON "app_secrets" USING btree ("state") WHERE "app_secrets"."state" = 'active';
--> statement-breakpoint
-- Written by hand: returns true if a rotation runs and the new value is a ciphertext under the active key. A ciphertext has 8 marker
-- bytes, then the key id.
CREATE FUNCTION is_encrypted_again(old_value bytea, new_value bytea) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT old_value IS NOT NULL AND new_value IS NOT NULL
    AND EXISTS (SELECT 1 FROM app_secrets WHERE state = 'retiring')
    AND EXISTS (SELECT 1 FROM app_secrets WHERE state = 'active'
      AND substring(new_value FROM 1 FOR 14) = 'crp-key:'::bytea || decode(key_id, 'hex'))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_application() RETURNS trigger LANGUAGE plpgsql AS $$
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
  -- While APP_SECRET is replaced, the account number may be encrypted again.
  IF OLD.state NOT IN ('submitted', 'shortlisted') AND ((NEW.payout_kind, NEW.bank_code)
          IS DISTINCT FROM (OLD.payout_kind, OLD.bank_code)
        OR NEW.account_number IS DISTINCT FROM OLD.account_number AND NOT is_encrypted_again(OLD.account_number, NEW.account_number))
      OR OLD.state IN ('disbursed', 'rejected') AND NEW.state = OLD.state AND NEW.reason IS DISTINCT FROM OLD.reason THEN
    RAISE EXCEPTION 'what is decided can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
