ALTER TABLE "user_devices" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "user_devices" ADD COLUMN "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "user_devices" SET "last_seen_at" = "last_used_at";
