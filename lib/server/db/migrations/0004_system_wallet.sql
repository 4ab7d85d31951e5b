CREATE SEQUENCE "public"."wallet_movement_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "wallet_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'WAL-' || lpad(nextval('wallet_movement_number')::text, 6, '0') NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"account" text,
	"to_account" text,
	"direction" text,
	"amount" bigint NOT NULL,
	"note" text NOT NULL,
	"external_reference" text DEFAULT '' NOT NULL,
	"reverses_entry_id" uuid,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"entry_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "wallet_movements_amount_positive" CHECK ("wallet_movements"."amount" > 0),
	CONSTRAINT "wallet_movements_about" CHECK (("wallet_movements"."kind" = 'reversal') = ("wallet_movements"."account" is null)),
	CONSTRAINT "wallet_movements_posted" CHECK (("wallet_movements"."state" = 'posted') = ("wallet_movements"."entry_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_movements_reference" ON "wallet_movements" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "wallet_movements_requested" ON "wallet_movements" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "wallet_movements_amount" ON "wallet_movements" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "wallet_movements_state" ON "wallet_movements" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_movements_reverses" ON "wallet_movements" USING btree ("reverses_entry_id") WHERE "wallet_movements"."state" in ('awaiting_approval', 'posted');