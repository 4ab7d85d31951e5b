CREATE TABLE "setup_key_uses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"used_by" uuid NOT NULL,
	"used_for" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "setup_key_uses" ADD CONSTRAINT "setup_key_uses_used_by_admins_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_key_uses" ADD CONSTRAINT "setup_key_uses_used_for_admins_id_fk" FOREIGN KEY ("used_for") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;