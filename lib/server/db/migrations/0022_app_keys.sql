CREATE TABLE "app_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app" text NOT NULL,
	"name" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"groups" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"last_used_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "app_keys_digest_is_sha256" CHECK (octet_length("app_keys"."digest") = 32)
);
--> statement-breakpoint
ALTER TABLE "app_keys" ADD CONSTRAINT "app_keys_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_keys" ADD CONSTRAINT "app_keys_ended_by_admins_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_keys" ADD CONSTRAINT "app_keys_replaced_by_app_keys_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."app_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_keys_digest" ON "app_keys" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "app_keys_app" ON "app_keys" USING btree ("app","ends_at");