CREATE TABLE "operation_status" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"every_seconds" integer,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_error" text,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operation_status_kind_name_pk" PRIMARY KEY("kind","name")
);
