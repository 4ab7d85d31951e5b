CREATE TABLE "audit_erasures" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"erasure_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_erasures" ADD CONSTRAINT "audit_erasures_erasure_id_citizen_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."citizen_erasures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_erasures_erasure" ON "audit_erasures" USING btree ("erasure_id");
--> statement-breakpoint
-- Written by hand:
-- Erasures, and the rows that they erased, are append-only.
CREATE TRIGGER citizen_erasures_append_only BEFORE UPDATE OR DELETE ON citizen_erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER citizen_erasures_no_truncate BEFORE TRUNCATE ON citizen_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_erasures_append_only BEFORE UPDATE OR DELETE ON audit_erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_erasures_no_truncate BEFORE TRUNCATE ON audit_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Checks at commit that an erasure has its approved request. Before that, the request is still being decided.
CREATE FUNCTION check_erasure_approved() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM approvals a WHERE a.id = NEW.id AND a.kind = 'user.eraseData' AND a.state = 'approved'
      AND a.record_id = NEW.user_id::text AND a.requested_by = NEW.requested_by AND a.decided_by = NEW.approved_by) THEN
    RAISE EXCEPTION 'an erasure needs its approved request' USING ERRCODE = 'check_violation', CONSTRAINT = 'citizen_erasures_approved';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER citizen_erasures_approved AFTER INSERT ON citizen_erasures DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_erasure_approved();
--> statement-breakpoint
-- Returns the audit rows with personal data of a citizen: about the account, identity requests, approval requests and mailed tickets, and
-- the citizen's own actions. Excludes the row of an approved erasure, which verification needs; it contains no personal data.
CREATE FUNCTION audit_rows_about(citizen uuid) RETURNS SETOF bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT t.id FROM audit_trails t WHERE t.admin_id = citizen
  UNION SELECT t.id FROM audit_trails t WHERE t.record_type = 'user' AND t.record_id = citizen::text
    AND NOT (t.action = 'approvals.decide' AND coalesce(t.after ? 'erased_audit_rows', false))
  UNION SELECT t.id FROM kyc_requests k JOIN audit_trails t ON t.record_type = 'kyc' AND t.record_id = k.id::text
    WHERE k.user_id = citizen
  UNION SELECT t.id FROM approvals a JOIN audit_trails t ON t.record_type = 'approval' AND t.record_id = a.id::text
    WHERE a.record_type = 'user' AND a.record_id = citizen::text OR a.record_type = 'kyc' AND a.record_id IN
      (SELECT k.id::text FROM kyc_requests k WHERE k.user_id = citizen)
  UNION SELECT t.id FROM tickets h JOIN audit_trails t ON t.record_type = 'ticket' AND t.record_id = h.id::text
    WHERE h.holder_id = citizen AND t.after ? 'mailed_to'
$$;
--> statement-breakpoint
-- Refuses an erasure that lists audit rows of another citizen, for every writer.
CREATE FUNCTION check_audit_erasure() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  foreign_row bigint;
BEGIN
  SELECT listed.audit_id INTO foreign_row FROM (SELECT DISTINCT erasure_id FROM added) d
    JOIN citizen_erasures e ON e.id = d.erasure_id
    CROSS JOIN LATERAL (SELECT a.audit_id FROM added a WHERE a.erasure_id = e.id EXCEPT SELECT audit_rows_about(e.user_id)) listed
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'audit row % is not about the citizen of this erasure', foreign_row
      USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_erasures_of_citizen';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_erasures_of_citizen AFTER INSERT ON audit_erasures
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_audit_erasure();
--> statement-breakpoint
-- Allows one change of an audit row: its personal part becomes null after an erasure listed it. All other columns stay. The name
-- of the actor is erased if a citizen acted; rows of earlier releases do not mark that, so there the erased citizen's id decides.
CREATE FUNCTION guard_audit_update() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  citizen uuid;
  erased_columns constant text[] := ARRAY['record_name', 'before', 'after', 'refusal', 'salt', 'admin_name'];
BEGIN
  SELECT e.user_id INTO citizen FROM audit_erasures a JOIN citizen_erasures e ON e.id = a.erasure_id WHERE a.audit_id = OLD.id;
  IF NOT FOUND OR to_jsonb(NEW) - erased_columns IS DISTINCT FROM to_jsonb(OLD) - erased_columns
      OR num_nonnulls(NEW.record_name, NEW.before, NEW.after, NEW.refusal, NEW.salt) > 0
      OR NEW.admin_name IS DISTINCT FROM (CASE WHEN
        NOT (OLD.by_citizen OR OLD.personal_digest IS NULL AND OLD.admin_id IS NOT DISTINCT FROM citizen) THEN OLD.admin_name END) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_trails_guard_update BEFORE UPDATE ON audit_trails
  FOR EACH ROW EXECUTE FUNCTION guard_audit_update();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_trails_append_only BEFORE DELETE ON audit_trails
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Erases the personal part of audit rows for a stored erasure. Runs with the rights of its owner, because the role of the
-- product has no right to update audit rows. The triggers above check the rows.
CREATE FUNCTION erase_audit_rows(erasure uuid, ids bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  citizen uuid;
BEGIN
  SELECT user_id INTO citizen FROM citizen_erasures WHERE id = erasure;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no erasure %', erasure USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_erasures_of_citizen';
  END IF;
  INSERT INTO audit_erasures (audit_id, erasure_id) SELECT id, erasure FROM unnest(ids) AS listed(id);
  UPDATE audit_trails SET record_name = NULL, before = NULL, after = NULL, refusal = NULL, salt = NULL,
      admin_name = CASE WHEN NOT (by_citizen OR personal_digest IS NULL AND admin_id IS NOT DISTINCT FROM citizen) THEN admin_name END
    WHERE id = ANY (ids);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION erase_audit_rows(uuid, bigint[]) FROM PUBLIC;
