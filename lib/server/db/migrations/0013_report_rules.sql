-- Reports go the ways of product.md and no others, whoever writes (lib/contract/ireport.values.ts has the same pairs).
CREATE TRIGGER ireports_transition BEFORE UPDATE ON ireports FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('submitted>acknowledged', 'acknowledged>in_progress',
    'in_progress>resolved', 'in_progress>rejected', 'in_progress>duplicate', 'resolved>in_progress',
    'submitted>waiting_for_citizen', 'acknowledged>waiting_for_citizen', 'in_progress>waiting_for_citizen',
    'waiting_for_citizen>submitted', 'waiting_for_citizen>acknowledged', 'waiting_for_citizen>in_progress');
--> statement-breakpoint
-- What a citizen reported stays as it came; clocks only ever stop and go on.
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
-- An original is no duplicate itself, so that every reporter hears from one report. It is held while it becomes one.
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
-- Two levels and no more: nothing below a category that is below another.
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
