CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"provider" text NOT NULL,
	"min_amount" bigint NOT NULL,
	"max_amount" bigint NOT NULL,
	"fee_flat" bigint DEFAULT 0 NOT NULL,
	"fee_basis_points" integer DEFAULT 0 NOT NULL,
	"fee_cap" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_methods_amounts" CHECK ("payment_methods"."min_amount" > 0 and "payment_methods"."max_amount" >= "payment_methods"."min_amount")
);
--> statement-breakpoint
CREATE TABLE "transaction_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"provider_event_id" text,
	"from_state" text,
	"to_state" text,
	"message" text NOT NULL,
	"raw" jsonb
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid NOT NULL,
	"counterparty_id" uuid,
	"type" text NOT NULL,
	"channel" text NOT NULL,
	"method_id" uuid,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"refund_of" uuid,
	"provider_reference" text,
	"card_last4" text,
	"description" text DEFAULT '' NOT NULL,
	"failure_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "transactions_amounts" CHECK ("transactions"."amount" > 0 and "transactions"."fee" >= 0),
	CONSTRAINT "transactions_refunded" CHECK ("transactions"."refunded_amount" between 0 and "transactions"."amount"),
	CONSTRAINT "transactions_is_refund" CHECK (("transactions"."type" = 'refund') = ("transactions"."refund_of" is not null))
);
--> statement-breakpoint
ALTER TABLE "transaction_events" ADD CONSTRAINT "transaction_events_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_counterparty_id_users_id_fk" FOREIGN KEY ("counterparty_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_refund_of_transactions_id_fk" FOREIGN KEY ("refund_of") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_code" ON "payment_methods" USING btree ("code");--> statement-breakpoint
CREATE INDEX "transaction_events_transaction" ON "transaction_events" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_events_provider" ON "transaction_events" USING btree ("provider_event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_state" ON "transactions" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_type" ON "transactions" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_channel" ON "transactions" USING btree ("channel","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_user" ON "transactions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_method" ON "transactions" USING btree ("method_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_amount" ON "transactions" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "transactions_completed" ON "transactions" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "transactions_provider_reference" ON "transactions" USING btree ("provider_reference");--> statement-breakpoint
CREATE INDEX "transactions_card_last4" ON "transactions" USING btree ("card_last4","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_refund_of" ON "transactions" USING btree ("refund_of");