CREATE TABLE "citizen_holds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"placed_by" uuid NOT NULL,
	"placed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "citizen_erasures" ADD COLUMN "approval_id" uuid;--> statement-breakpoint
ALTER TABLE "citizen_holds" ADD CONSTRAINT "citizen_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citizen_holds" ADD CONSTRAINT "citizen_holds_placed_by_admins_id_fk" FOREIGN KEY ("placed_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_closed_at" ON "users" USING btree ("status_changed_at") WHERE "users"."status" = 'closed' and "users"."phone" <> '';
--> statement-breakpoint
-- Written by hand:
-- Columns that an erasure empties in tables whose rows are otherwise fixed. `owned` finds the rows of the citizen $1. Each column
-- has a rule: `text` becomes 'Erased' if it had text, `cipher` a given ciphertext, the others null, '', 0, '[]' or '{}'. Scope
-- `services` is erased for everybody, scope `payments` after the legal retention period (docs/citizens-data.md).
CREATE FUNCTION erased_columns() RETURNS TABLE (scope text, tbl text, owned text, cols text) LANGUAGE sql IMMUTABLE AS $$ VALUES
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
  ('payments', 'ledger_entries', 'source_type = ''transaction'' AND source_id IN (SELECT id FROM transactions WHERE user_id = $1)
    OR source_type = ''wallet_movement'' AND source_id IN
      (SELECT m.id FROM wallet_movements m JOIN transactions t ON t.id = m.transaction_id WHERE t.user_id = $1)', 'description=text'),
  ('payments', 'wallet_movements', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'note=text external_reference=empty')
$$;
--> statement-breakpoint
-- Returns the SQL expression of a column's erased value; $2 is the ciphertext.
CREATE FUNCTION erased_value(col text, rule text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE rule WHEN 'text' THEN format('CASE WHEN %1$I <> '''' THEN ''Erased'' ELSE %1$I END', col)
    WHEN 'cipher' THEN format('CASE WHEN %1$I IS NOT NULL THEN $2 END', col)
    WHEN 'null' THEN 'NULL' WHEN 'empty' THEN '''''' WHEN 'zero' THEN '0' WHEN 'array' THEN '''[]''::jsonb' WHEN 'object' THEN '''{}''::jsonb' END
$$;
--> statement-breakpoint
-- Returns an SQL condition: the row has a value that an erasure would change. A ciphertext is erased together with its last digits.
CREATE FUNCTION has_personal_value(cols text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT string_agg(format('%I IS DISTINCT FROM (%s)', split_part(each, '=', 1),
      erased_value(split_part(each, '=', 1), split_part(each, '=', 2))), ' OR ')
    FROM unnest(string_to_array(cols, ' ')) AS each WHERE each NOT LIKE '%=cipher'
$$;
--> statement-breakpoint
-- Returns the number of a citizen's rows with a value that an erasure of this scope would change.
CREATE FUNCTION count_personal_rows(citizen uuid, of_scope text) RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  spec record;
  found_rows bigint;
  total bigint := 0;
BEGIN
  FOR spec IN SELECT * FROM erased_columns() WHERE scope = of_scope LOOP
    EXECUTE format('SELECT count(*) FROM %I WHERE (%s) AND (%s)', spec.tbl, spec.owned, has_personal_value(spec.cols))
      INTO found_rows USING citizen;
    total := total + found_rows;
  END LOOP;
  RETURN total;
END $$;
--> statement-breakpoint
-- Empties these columns for a stored erasure. Runs with the rights of its owner, because the role of the product can't update
-- append-only tables. The triggers below accept the changes while the setting names the erasure.
CREATE FUNCTION erase_personal_rows(erasure uuid, of_scope text, ciphertext bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  spec record;
  citizen uuid;
BEGIN
  -- Before the end of the legal period, an erasure does not include payments.
  SELECT user_id INTO citizen FROM citizen_erasures WHERE id = erasure AND erased ? of_scope;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no erasure % of %', erasure, of_scope USING ERRCODE = 'check_violation', CONSTRAINT = 'personal_rows_erasure';
  END IF;
  PERFORM set_config('crossriverpay.erasure', erasure::text, true);
  FOR spec IN SELECT e.*, (SELECT string_agg(format('%I = %s', split_part(each, '=', 1),
        erased_value(split_part(each, '=', 1), split_part(each, '=', 2))), ', ')
      FROM unnest(string_to_array(e.cols, ' ')) AS each) AS changes FROM erased_columns() e WHERE e.scope = of_scope LOOP
    EXECUTE format('UPDATE %I SET %s WHERE (%s) AND (%s)', spec.tbl, spec.changes, spec.owned,
      has_personal_value(spec.cols)) USING citizen, ciphertext;
  END LOOP;
  PERFORM set_config('crossriverpay.erasure', '', true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION erase_personal_rows(uuid, text, bytea) FROM PUBLIC;
--> statement-breakpoint
-- Accepts a change only if it erases listed columns of a row of the erased citizen, in a scope that the erasure includes.
-- Generated columns are not computed yet.
CREATE FUNCTION guard_erasure() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  citizen uuid;
  parts jsonb;
  spec record;
  part text;
  col text;
  changed jsonb;
  stored jsonb;
  listed text[] := ARRAY['words', 'closed'];
  is_owned boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT user_id, erased INTO citizen, parts FROM citizen_erasures
      WHERE id = nullif(current_setting('crossriverpay.erasure', true), '')::uuid;
  END IF;
  IF citizen IS NOT NULL THEN
    changed := to_jsonb(NEW);
    stored := to_jsonb(OLD);
    FOR spec IN SELECT * FROM erased_columns() WHERE tbl = partitioned_table_of(TG_RELID) AND parts ? scope LOOP
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM (SELECT ($2::%I).*) r WHERE %s)', spec.tbl, spec.owned)
        INTO is_owned USING citizen, OLD;
      EXIT WHEN NOT is_owned;
      FOREACH part IN ARRAY string_to_array(spec.cols, ' ') LOOP
        col := split_part(part, '=', 1);
        IF changed -> col IS NOT DISTINCT FROM stored -> col OR changed -> col = (CASE split_part(part, '=', 2)
          WHEN 'text' THEN '"Erased"'::jsonb WHEN 'empty' THEN '""' WHEN 'null' THEN 'null' WHEN 'zero' THEN '0'
          WHEN 'array' THEN '[]' WHEN 'object' THEN '{}' ELSE changed -> col END) THEN listed := listed || col;
        END IF;
      END LOOP;
    END LOOP;
  END IF;
  IF NOT is_owned OR changed - listed IS DISTINCT FROM stored - listed THEN
    RAISE EXCEPTION '% is append-only: % refused', partitioned_table_of(TG_RELID), TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Append-only tables: a deletion is refused as before, and `guard_erasure` accepts an update only for an erasure.
CREATE TRIGGER transaction_events_erasure BEFORE UPDATE ON transaction_events FOR EACH ROW EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER transaction_events_append_only BEFORE DELETE ON transaction_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_erasure BEFORE UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER ledger_entries_append_only BEFORE DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ireport_messages_erasure BEFORE UPDATE ON ireport_messages FOR EACH ROW EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER ireport_messages_append_only BEFORE DELETE ON ireport_messages
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ireport_notes_erasure BEFORE UPDATE ON ireport_notes FOR EACH ROW EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER ireport_notes_append_only BEFORE DELETE ON ireport_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Tables whose triggers guard changes: their own rule applies as before, and `guard_erasure` while the setting names an erasure.
CREATE OR REPLACE TRIGGER ireports_guard BEFORE UPDATE ON ireports FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') = '') EXECUTE FUNCTION guard_ireport();
--> statement-breakpoint
CREATE TRIGGER ireports_erasure BEFORE UPDATE ON ireports FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER tickets_guard BEFORE UPDATE ON tickets FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') = '') EXECUTE FUNCTION guard_ticket();
--> statement-breakpoint
CREATE TRIGGER tickets_erasure BEFORE UPDATE ON tickets FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER grant_applications_guard BEFORE INSERT OR UPDATE ON grant_applications FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') = '') EXECUTE FUNCTION guard_application();
--> statement-breakpoint
CREATE TRIGGER grant_applications_erasure BEFORE INSERT OR UPDATE ON grant_applications FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER grant_reviews_guard BEFORE INSERT OR UPDATE OR DELETE ON grant_reviews FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') = '') EXECUTE FUNCTION guard_review();
--> statement-breakpoint
CREATE TRIGGER grant_reviews_erasure BEFORE INSERT OR UPDATE OR DELETE ON grant_reviews FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER wallet_movements_guard BEFORE UPDATE ON wallet_movements FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') = '' AND (OLD.state <> 'draft' AND
    (OLD.reference, OLD.kind, OLD.account, OLD.to_account, OLD.direction, OLD.amount, OLD.note, OLD.external_reference,
      OLD.reverses_entry_id, OLD.transaction_id, OLD.requested_by) IS DISTINCT FROM
    (NEW.reference, NEW.kind, NEW.account, NEW.to_account, NEW.direction, NEW.amount, NEW.note, NEW.external_reference,
      NEW.reverses_entry_id, NEW.transaction_id, NEW.requested_by)
    OR OLD.entry_id <> NEW.entry_id))
  EXECUTE FUNCTION guard_wallet_movement();
--> statement-breakpoint
CREATE TRIGGER wallet_movements_erasure BEFORE UPDATE ON wallet_movements FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER cancellation_steps_done BEFORE UPDATE ON cancellation_steps FOR EACH ROW
  WHEN (OLD.state = 'done' AND coalesce(current_setting('crossriverpay.erasure', true), '') = '') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_erasure BEFORE UPDATE ON cancellation_steps FOR EACH ROW
  WHEN (coalesce(current_setting('crossriverpay.erasure', true), '') <> '') EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
-- An erasure after the legal retention period has the approved removal of old data as its request.
CREATE OR REPLACE FUNCTION check_erasure_approved() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM approvals a WHERE a.id = coalesce(NEW.approval_id, NEW.id) AND a.state = 'approved'
      AND (CASE WHEN NEW.approval_id IS NULL THEN a.kind = 'user.eraseData' AND a.record_id = NEW.user_id::text
        ELSE a.kind = 'user.runRetention' END)
      AND a.requested_by = NEW.requested_by AND a.decided_by = NEW.approved_by) THEN
    RAISE EXCEPTION 'an erasure needs its approved request' USING ERRCODE = 'check_violation', CONSTRAINT = 'citizen_erasures_approved';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Audit rows about reports, grant applications, ticket orders and tickets of a citizen.
CREATE FUNCTION audit_rows_about_services(citizen uuid) RETURNS SETOF bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT t.id FROM ireports r JOIN audit_trails t ON t.record_type = 'ireport' AND t.record_id = r.id::text WHERE r.reporter_id = citizen
  UNION SELECT t.id FROM grant_applications g JOIN audit_trails t ON t.record_type = 'grant_application' AND t.record_id = g.id::text
    WHERE g.user_id = citizen
  UNION SELECT t.id FROM event_orders o JOIN audit_trails t ON t.record_type = 'event_order' AND t.record_id = o.id::text
    WHERE o.user_id = citizen
  UNION SELECT t.id FROM tickets h JOIN audit_trails t ON t.record_type = 'ticket' AND t.record_id = h.id::text
    WHERE h.holder_id = citizen
$$;
--> statement-breakpoint
-- Audit rows with personal data of a citizen: as before, and those of services, payments and manual transfers. Not the row of an
-- erasure, which verification needs; it names no person.
CREATE OR REPLACE FUNCTION audit_rows_about(citizen uuid) RETURNS SETOF bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT t.id FROM audit_trails t WHERE t.admin_id = citizen
  UNION SELECT t.id FROM audit_trails t WHERE t.record_type = 'user' AND t.record_id = citizen::text
    AND NOT (t.action IN ('approvals.decide', 'user.eraseIdentity') AND coalesce(t.after ? 'erased_audit_rows', false))
  UNION SELECT t.id FROM kyc_requests k JOIN audit_trails t ON t.record_type = 'kyc' AND t.record_id = k.id::text
    WHERE k.user_id = citizen
  UNION SELECT t.id FROM approvals a JOIN audit_trails t ON t.record_type = 'approval' AND t.record_id = a.id::text
    WHERE a.record_type = 'user' AND a.record_id = citizen::text OR a.record_type = 'kyc' AND a.record_id IN
      (SELECT k.id::text FROM kyc_requests k WHERE k.user_id = citizen)
  UNION SELECT t.id FROM transactions p JOIN audit_trails t ON t.record_type = 'transaction' AND t.record_id = p.id::text
    WHERE p.user_id = citizen
  UNION SELECT t.id FROM transactions p JOIN wallet_movements m ON m.transaction_id = p.id
    JOIN audit_trails t ON t.record_type = 'wallet_movement' AND t.record_id = m.id::text WHERE p.user_id = citizen
  UNION SELECT audit_rows_about_services(citizen)
$$;
