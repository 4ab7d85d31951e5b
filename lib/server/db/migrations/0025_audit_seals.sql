CREATE SEQUENCE "public"."audit_trails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_seal_head" (
	"only" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"adopted" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"format" smallint NOT NULL,
	"sealed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_verified" (
	"only" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL,
	"admin_id" uuid NOT NULL,
	"admin_name" text NOT NULL,
	"complete_at" timestamp (3) with time zone NOT NULL,
	"repeat_position" bigint NOT NULL,
	"repeat_started_at" timestamp (3) with time zone NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_waiting" (
	"audit_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Written by hand: gives every existing row a seal with the hash it has. Copies without a lock first, because a million
-- rows take seconds; then locks out writers for the rest and for the changes of audit_trails below.
INSERT INTO audit_seals (position, audit_id, previous_hash, hash, format, sealed_at)
  SELECT id, id, previous_hash, hash, 1, at FROM audit_trails ORDER BY id;
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_row" ON "audit_seals" USING btree ("audit_id");--> statement-breakpoint
-- Safe: reads go on, writes wait for the rows since the copy above (1.1 s with 1,000,000 rows on a busy machine).
LOCK TABLE audit_trails IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO audit_seals (position, audit_id, previous_hash, hash, format, sealed_at)
  SELECT id, id, previous_hash, hash, 1, at FROM audit_trails t
  WHERE id > (SELECT coalesce(max(position), 0) FROM audit_seals) ORDER BY id;
--> statement-breakpoint
INSERT INTO audit_seal_head (position, hash, adopted) SELECT id, hash, id FROM audit_head;
--> statement-breakpoint
SELECT setval('audit_trails_id_seq', greatest(1, (SELECT id FROM audit_head), (SELECT max(id) FROM audit_trails)),
  EXISTS (SELECT 1 FROM audit_trails) OR (SELECT id FROM audit_head) > 0);
--> statement-breakpoint
ALTER TABLE "audit_trails" ALTER COLUMN "id" SET DEFAULT nextval('audit_trails_id_seq'::regclass);--> statement-breakpoint
ALTER TABLE "audit_trails" ALTER COLUMN "previous_hash" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "audit_trails" ALTER COLUMN "hash" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "audit_trails" ADD COLUMN "by_citizen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_trails" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "audit_trails" ADD COLUMN "personal_digest" text;--> statement-breakpoint
-- During a rolling upgrade, instances of an earlier release compute a row's number and hash without knowing rows of newer instances.
-- Replaces the number and clears both hashes.
CREATE FUNCTION number_audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id := nextval('audit_trails_id_seq');
  NEW.previous_hash := '';
  NEW.hash := '';
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_trails_number BEFORE INSERT ON audit_trails
  FOR EACH ROW WHEN (NEW.hash <> '') EXECUTE FUNCTION number_audit_row();
--> statement-breakpoint
-- Registers every inserted audit row as waiting for its seal, for every writer.
CREATE FUNCTION await_audit_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_waiting (audit_id) SELECT id FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_trails_await_seal AFTER INSERT ON audit_trails
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_audit_seal();
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Vacuums audit_waiting often, because its rows are deleted after a second.
ALTER TABLE audit_waiting SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
--> statement-breakpoint
-- Access locks (docs/rules.md, Auth) prevent a write from being committed after its session ended. A write takes the shared lock before
-- its commit and then reads its session again. Ending a session, or removing rights, takes the exclusive lock at its commit. Taken
-- earlier, it could deadlock with a write that has locked a row. Class 7205522 is ADVISORY_LOCKS.access; object 0 stands for all roles.
CREATE FUNCTION share_access_lock(admin uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock_shared(7205522, hashtext(admin::text)), pg_advisory_xact_lock_shared(7205522, 0);
$$;
--> statement-breakpoint
CREATE FUNCTION take_access_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'roles' THEN
    PERFORM pg_advisory_xact_lock(7205522, 0);
  ELSIF TG_TABLE_NAME = 'admins' THEN
    PERFORM pg_advisory_xact_lock(7205522, hashtext(OLD.id::text));
  ELSE
    PERFORM pg_advisory_xact_lock(7205522, hashtext(OLD.admin_id::text));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER sessions_access_lock AFTER UPDATE OF ended_at ON sessions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION take_access_lock();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER admins_access_lock AFTER UPDATE OF status ON admins DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION take_access_lock();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER admin_roles_access_lock AFTER DELETE ON admin_roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION take_access_lock();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER roles_access_lock AFTER UPDATE OF features ON roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.features IS DISTINCT FROM NEW.features) EXECUTE FUNCTION take_access_lock();
