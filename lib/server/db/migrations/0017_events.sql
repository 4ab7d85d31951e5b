CREATE TABLE "cancellation_steps" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tickets" integer NOT NULL,
	"amount" bigint NOT NULL,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"icon" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "event_categories_colour" CHECK ("event_categories"."colour" ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "event_order_items" (
	"order_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "event_order_items_order_id_ticket_type_id_pk" PRIMARY KEY("order_id","ticket_type_id"),
	CONSTRAINT "event_order_items_quantity" CHECK ("event_order_items"."quantity" > 0 and "event_order_items"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "event_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'reserved' NOT NULL,
	"total" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "event_orders_quantity" CHECK ("event_orders"."quantity" > 0 and "event_orders"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" jsonb,
	"category_id" uuid,
	"venue" text DEFAULT '' NOT NULL,
	"lga" text,
	"lat" double precision,
	"lng" double precision,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"cover_image_id" uuid,
	"image_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"organiser" text DEFAULT '' NOT NULL,
	"capacity" integer,
	"state" text DEFAULT 'draft' NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"live_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"refunds_checked_in" boolean DEFAULT false NOT NULL,
	"cancelled_by" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || venue || ' ' || organiser)) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "events_point" CHECK (("events"."lat" is null) = ("events"."lng" is null)),
	CONSTRAINT "events_time" CHECK ("events"."ends_at" > "events"."starts_at"),
	CONSTRAINT "events_capacity" CHECK ("events"."taken" >= 0 and "events"."taken" <= coalesce("events"."capacity", "events"."taken")),
	CONSTRAINT "events_complete" CHECK ("events"."state" = 'draft' or ("events"."category_id" is not null and "events"."venue" <> '' and "events"."starts_at" is not null and "events"."ends_at" is not null)),
	CONSTRAINT "events_state_stored" CHECK ("events"."state" <> 'ended'),
	CONSTRAINT "events_cancelled" CHECK (("events"."state" = 'cancelled') = ("events"."cancelled_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "ticket_scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"ticket_id" uuid,
	"result" text NOT NULL,
	"let_in" boolean NOT NULL,
	"gate" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"scanned_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"min_per_order" integer DEFAULT 1 NOT NULL,
	"max_per_order" integer DEFAULT 10 NOT NULL,
	"sales_from" timestamp (3) with time zone,
	"sales_until" timestamp (3) with time zone,
	"hidden" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "ticket_types_price" CHECK ("ticket_types"."price" >= 0),
	CONSTRAINT "ticket_types_seats" CHECK ("ticket_types"."sold" >= 0 and "ticket_types"."held" >= 0 and "ticket_types"."sold" + "ticket_types"."held" <= "ticket_types"."quantity"),
	CONSTRAINT "ticket_types_revenue" CHECK ("ticket_types"."revenue" >= 0),
	CONSTRAINT "ticket_types_per_order" CHECK ("ticket_types"."min_per_order" >= 1 and "ticket_types"."max_per_order" >= "ticket_types"."min_per_order"),
	CONSTRAINT "ticket_types_window" CHECK ("ticket_types"."sales_until" > "ticket_types"."sales_from")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"code" text NOT NULL,
	"code_hash" text NOT NULL,
	"event_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"state" text DEFAULT 'valid' NOT NULL,
	"checked_in_at" timestamp (3) with time zone,
	"checked_in_by" uuid,
	"gate" text DEFAULT '' NOT NULL,
	"refund_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tickets_checked_in" CHECK (("tickets"."state" = 'checked_in') = ("tickets"."checked_in_at" is not null)),
	CONSTRAINT "tickets_by" CHECK (("tickets"."checked_in_at" is null) = ("tickets"."checked_in_by" is null)),
	CONSTRAINT "tickets_refunded" CHECK ("tickets"."refund_id" is null or "tickets"."state" = 'refunded')
);
--> statement-breakpoint
ALTER TABLE "cancellation_steps" ADD CONSTRAINT "cancellation_steps_order_id_event_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."event_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_steps" ADD CONSTRAINT "cancellation_steps_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_order_items" ADD CONSTRAINT "event_order_items_order_id_event_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."event_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_order_items" ADD CONSTRAINT "event_order_items_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_orders" ADD CONSTRAINT "event_orders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_orders" ADD CONSTRAINT "event_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_orders" ADD CONSTRAINT "event_orders_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_category_id_event_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."event_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_cover_image_id_images_id_fk" FOREIGN KEY ("cover_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_cancelled_by_admins_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_scans" ADD CONSTRAINT "ticket_scans_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_scans" ADD CONSTRAINT "ticket_scans_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_scans" ADD CONSTRAINT "ticket_scans_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_order_id_event_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."event_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_checked_in_by_admins_id_fk" FOREIGN KEY ("checked_in_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_refund_id_transactions_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellation_steps_event" ON "cancellation_steps" USING btree ("event_id","state","order_id");--> statement-breakpoint
CREATE INDEX "cancellation_steps_updated" ON "cancellation_steps" USING btree ("event_id","updated_at","order_id");--> statement-breakpoint
CREATE INDEX "cancellation_steps_pending" ON "cancellation_steps" USING btree ("created_at","order_id") WHERE "cancellation_steps"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "cancellation_steps_failed" ON "cancellation_steps" USING btree ("event_id") WHERE "cancellation_steps"."state" <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "event_categories_name" ON "event_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "event_order_items_type" ON "event_order_items" USING btree ("ticket_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_orders_reference" ON "event_orders" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "event_orders_transaction" ON "event_orders" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "event_orders_event" ON "event_orders" USING btree ("event_id","state","id");--> statement-breakpoint
CREATE INDEX "event_orders_user" ON "event_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "event_orders_reserved" ON "event_orders" USING btree ("event_id","expires_at") WHERE "event_orders"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX "event_orders_due" ON "event_orders" USING btree ("expires_at") WHERE "event_orders"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX "events_starts" ON "events" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "events_state" ON "events" USING btree ("state","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_live" ON "events" USING btree ("ends_at","starts_at","id") WHERE "events"."state" = 'live';--> statement-breakpoint
CREATE INDEX "events_category" ON "events" USING btree ("category_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_lga" ON "events" USING btree ("lga","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_title" ON "events" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "events_updated" ON "events" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "events_cover" ON "events" USING btree ("cover_image_id");--> statement-breakpoint
CREATE INDEX "events_words" ON "events" USING gin ("words");--> statement-breakpoint
CREATE INDEX "events_images" ON "events" USING gin ("image_ids");--> statement-breakpoint
CREATE INDEX "ticket_scans_ticket" ON "ticket_scans" USING btree ("ticket_id","received_at");--> statement-breakpoint
CREATE INDEX "ticket_scans_conflicts" ON "ticket_scans" USING btree ("event_id","received_at","id") WHERE "ticket_scans"."let_in" and "ticket_scans"."result" <> 'checked_in';--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_types_name" ON "ticket_types" USING btree ("event_id",lower("name"));--> statement-breakpoint
CREATE INDEX "ticket_types_event" ON "ticket_types" USING btree ("event_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_reference" ON "tickets" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_code" ON "tickets" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_code_hash" ON "tickets" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("created_at","id","state","price");--> statement-breakpoint
CREATE INDEX "tickets_state" ON "tickets" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_event" ON "tickets" USING btree ("event_id","created_at","id","ticket_type_id","state","price");--> statement-breakpoint
CREATE INDEX "tickets_event_state" ON "tickets" USING btree ("event_id","state","ticket_type_id");--> statement-breakpoint
CREATE INDEX "tickets_type" ON "tickets" USING btree ("ticket_type_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_holder" ON "tickets" USING btree ("holder_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_order" ON "tickets" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "tickets_refund" ON "tickets" USING btree ("refund_id") WHERE "tickets"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "tickets_checked_in" ON "tickets" USING btree ("checked_in_at","id");--> statement-breakpoint
CREATE INDEX "tickets_event_checked_in" ON "tickets" USING btree ("event_id","checked_in_at") WHERE "tickets"."state" = 'checked_in';--> statement-breakpoint
CREATE INDEX "tickets_event_updated" ON "tickets" USING btree ("event_id","updated_at","id");