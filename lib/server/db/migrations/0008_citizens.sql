DROP INDEX "users_email";--> statement-breakpoint
DROP INDEX "users_phone";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "address" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status_message" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "app" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "users_external_id" ON "users" USING btree ("app","external_id");--> statement-breakpoint
CREATE INDEX "users_date_of_birth" ON "users" USING btree ("date_of_birth");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE "users"."status" <> 'closed';--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone") WHERE "users"."status" <> 'closed';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_app" CHECK (("users"."app" is null) = ("users"."external_id" is null));