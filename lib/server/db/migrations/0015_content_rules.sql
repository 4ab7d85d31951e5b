-- What was published stays as it was, whoever writes; it can only be taken off, once. Terms and privacy policies bind from
-- their first moment on: what holds, or held, can't be taken off either (product.md, App configuration).
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
-- The pictures of a publication are a part of it.
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
-- A publication is of its entry's kind. Of the legal kinds each next one holds after all before it, and once there is one no
-- other is backdated; only the transaction that brings the first ones may bring the history of a service that moves here.
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
-- One each, there from the start.
INSERT INTO entries (id, kind, title, draft) VALUES
  ('00000000-0000-7000-8000-000000000001', 'terms', 'Terms & Conditions', '{"texts": {"en": {"title": "Terms & Conditions", "body": null}}}'),
  ('00000000-0000-7000-8000-000000000002', 'privacy', 'Privacy Policy', '{"texts": {"en": {"title": "Privacy Policy", "body": null}}}');
--> statement-breakpoint
-- The languages of the app (product.md, App configuration). Texts other than the English ones are for translators.
INSERT INTO languages (code, name, direction, position) VALUES
  ('en', 'English', 'ltr', 0), ('efi', 'Efik', 'ltr', 1), ('etu', 'Ejagham', 'ltr', 2), ('bkv', 'Bekwarra', 'ltr', 3),
  ('pcm', 'Nigerian Pidgin', 'ltr', 4);
--> statement-breakpoint
-- A broadcast goes back to its draft with the request for it, whether that is rejected, withdrawn or left until it expires.
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
-- What was sent is what is on record: once it leaves the draft, its words and whom it is for stay.
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
