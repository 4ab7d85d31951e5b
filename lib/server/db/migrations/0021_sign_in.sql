CREATE TABLE "turned_away" (
	"subject" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"mailed" integer NOT NULL,
	"address" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sign_in_codes" ALTER COLUMN "admin_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ALTER COLUMN "code_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "throttles" ALTER COLUMN "failures" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "devices_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ended_reason" text;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "account_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "blind" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Whoever changes a password or a status: what the admin's devices were remembered by is over.
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.devices_since := greatest(now(), OLD.devices_since + interval '1 millisecond');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER admins_forget_devices BEFORE UPDATE OF password_hash, status ON admins FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.status <> NEW.status) EXECUTE FUNCTION forget_devices();
