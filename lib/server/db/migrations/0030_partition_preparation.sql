-- Written by hand: prepares 0031_partitions while the product runs. Partitioned tables need their key in each unique index.
CREATE UNIQUE INDEX CONCURRENTLY "audit_trails_id_at_pk" ON "audit_trails" USING btree ("id","at");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "transaction_events_id_at_pk" ON "transaction_events" USING btree ("id","at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transaction_events_provider_event" ON "transaction_events" USING btree ("provider_event_id")
  WHERE "transaction_events"."provider_event_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "ledger_postings_entry_id_ordinal_posted_at_pk" ON "ledger_postings"
  USING btree ("entry_id","ordinal","posted_at");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "ledger_postings_seq_posted_at" ON "ledger_postings"
  USING btree ("account_id","seq","posted_at");--> statement-breakpoint
-- Safe: reads the newest times before it locks a table, because two of the tables have no index for that. Then adds checks that
-- apply to new rows. They let 0031_partitions attach the tables without reading them. All rows are older than the month after
-- the next, in Lagos, so 0031 has at least a month to follow.
DO $$
DECLARE
  names constant text[] := ARRAY['audit_trails', 'transaction_events', 'ledger_postings'];
  keys constant text[] := ARRAY['at', 'at', 'posted_at'];
  found timestamptz;
  newest timestamptz[];
BEGIN
  FOR n IN 1..3 LOOP
    EXECUTE format('SELECT greatest(now(), max(%I)) FROM %I', keys[n], names[n]) INTO found;
    newest := newest || found;
  END LOOP;
  FOR n IN 1..3 LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %L) NOT VALID', names[n], names[n] || '_until', keys[n],
      (date_trunc('month', newest[n] AT TIME ZONE 'Africa/Lagos') + interval '2 months') AT TIME ZONE 'Africa/Lagos');
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "audit_trails" VALIDATE CONSTRAINT "audit_trails_until";--> statement-breakpoint
ALTER TABLE "transaction_events" VALIDATE CONSTRAINT "transaction_events_until";--> statement-breakpoint
ALTER TABLE "ledger_postings" VALIDATE CONSTRAINT "ledger_postings_until";
