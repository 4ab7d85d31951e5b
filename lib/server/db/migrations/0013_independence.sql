CREATE TABLE "admin_dependencies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"depends_on" uuid NOT NULL,
	"reason" text NOT NULL,
	"rights" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" uuid,
	CONSTRAINT "admin_dependencies_other" CHECK ("admin_dependencies"."admin_id" <> "admin_dependencies"."depends_on"),
	CONSTRAINT "admin_dependencies_confirmed" CHECK ("admin_dependencies"."confirmed_by" is null or "admin_dependencies"."confirmed_at" is not null),
	CONSTRAINT "admin_dependencies_confirmed_by" CHECK ("admin_dependencies"."confirmed_by" not in ("admin_dependencies"."admin_id", "admin_dependencies"."depends_on"))
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "further_rights" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "approved_people" integer;--> statement-breakpoint
ALTER TABLE "admin_dependencies" ADD CONSTRAINT "admin_dependencies_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_dependencies" ADD CONSTRAINT "admin_dependencies_depends_on_admins_id_fk" FOREIGN KEY ("depends_on") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_dependencies" ADD CONSTRAINT "admin_dependencies_confirmed_by_admins_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_dependencies_open" ON "admin_dependencies" USING btree ("admin_id") WHERE "admin_dependencies"."confirmed_at" is null;--> statement-breakpoint
-- Returns why `decider` may not decide requests of `maker`; null if they may. Identifies accounts by email, so that a deleted
-- admin who is invited again keeps their dependencies. `set_up`: unconfirmed invitations link the two, or link both to a third
-- account. `granted`: the maker, or an account linked to the maker this way, gave the decider one of the deciding rights.
CREATE FUNCTION dependence_between(maker uuid, decider uuid, deciding jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE
    open AS (
      SELECT lower(a.email) AS who, lower(b.email) AS on_whom, d.reason, d.rights
      FROM admin_dependencies d JOIN admins a ON a.id = d.admin_id JOIN admins b ON b.id = d.depends_on
      WHERE d.confirmed_at IS NULL
    ),
    one AS (SELECT lower(email) AS email FROM admins WHERE id = decider),
    granter AS (
      SELECT DISTINCT o.on_whom AS email FROM open o JOIN one ON o.who = one.email
      WHERE o.reason = 'granted' AND EXISTS (
        SELECT 1 FROM jsonb_array_elements(o.rights) AS given(right_)
        WHERE deciding @> jsonb_build_array(given.right_))
    ),
    above AS (
      SELECT email AS start, email FROM (
        SELECT lower(email) AS email FROM admins WHERE id = maker UNION SELECT email FROM one UNION SELECT email FROM granter
      ) AS starts
      UNION
      SELECT above.start, o.on_whom FROM above JOIN open o ON o.who = above.email AND o.reason <> 'granted'
    ),
    linked AS (
      SELECT other.start AS email
      FROM above mine JOIN above other USING (email)
      WHERE mine.start = (SELECT lower(email) FROM admins WHERE id = maker)
    )
  SELECT CASE
    WHEN EXISTS (SELECT 1 FROM linked JOIN one USING (email)) THEN 'set_up'
    WHEN EXISTS (SELECT 1 FROM linked JOIN granter USING (email)) THEN 'granted'
  END
$$;
--> statement-breakpoint
-- A scheduled broadcast needs approval again if its audience exceeds the approved number.
CREATE OR REPLACE TRIGGER broadcasts_transition BEFORE UPDATE ON broadcasts FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>awaiting_approval', 'draft>scheduled', 'draft>sending',
    'awaiting_approval>draft', 'awaiting_approval>scheduled', 'awaiting_approval>sending', 'awaiting_approval>cancelled',
    'scheduled>sending', 'scheduled>draft', 'scheduled>cancelled', 'scheduled>awaiting_approval', 'sending>paused',
    'paused>sending', 'sending>sent', 'sending>cancelled', 'paused>cancelled', 'sent>sending');
