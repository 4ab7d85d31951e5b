-- The audit trail can only grow (product.md: append-only and tamper-evident).
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
INSERT INTO audit_head (id, hash) VALUES (0, repeat('0', 64));
