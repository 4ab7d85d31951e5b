-- Events go the ways of product.md and no others, whoever writes (lib/contract/event.values.ts has the same pairs). That an
-- event has ended follows from the clock, so it is never stored; what has ended can't be cancelled.
CREATE TRIGGER events_transition BEFORE UPDATE ON events FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>live', 'live>cancelled');
--> statement-breakpoint
CREATE FUNCTION guard_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at THEN
    RAISE EXCEPTION 'who made an event, and when, can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'draft' AND NEW.state = 'live' THEN
    IF NEW.starts_at <= clock_timestamp() THEN
      RAISE EXCEPTION 'an event goes live before it starts' USING ERRCODE = 'check_violation', CONSTRAINT = 'events_live';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM ticket_types t WHERE t.event_id = NEW.id AND NOT t.hidden
      AND (t.sales_until IS NULL OR t.sales_until > clock_timestamp())) THEN
      RAISE EXCEPTION 'an event goes live with a ticket type that can be bought'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'events_live';
    END IF;
  END IF;
  IF OLD.state = 'cancelled' OR OLD.state = 'live' AND OLD.ends_at <= clock_timestamp() THEN
    IF (NEW.state, NEW.starts_at, NEW.ends_at, NEW.cancelled_at, NEW.cancel_reason, NEW.cancelled_by, NEW.refunds_checked_in)
      IS DISTINCT FROM
      (OLD.state, OLD.starts_at, OLD.ends_at, OLD.cancelled_at, OLD.cancel_reason, OLD.cancelled_by, OLD.refunds_checked_in) THEN
      RAISE EXCEPTION 'an event that is over stays as it was'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'events_transition';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_guard BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION guard_event();
--> statement-breakpoint
-- Only what citizens never saw can go.
CREATE FUNCTION guard_event_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' THEN
    RAISE EXCEPTION 'an event that was live can''t be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_stay BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION guard_event_deletion();
--> statement-breakpoint
CREATE TRIGGER event_orders_transition BEFORE UPDATE ON event_orders FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('reserved>paid', 'reserved>expired', 'reserved>failed', 'reserved>cancelled', 'expired>paid');
--> statement-breakpoint
CREATE FUNCTION guard_event_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.reference, NEW.event_id, NEW.user_id, NEW.total, NEW.quantity, NEW.created_at, NEW.expires_at) IS DISTINCT FROM
    (OLD.reference, OLD.event_id, OLD.user_id, OLD.total, OLD.quantity, OLD.created_at, OLD.expires_at)
    OR OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS DISTINCT FROM OLD.transaction_id THEN
    RAISE EXCEPTION 'what was ordered can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER event_orders_guard BEFORE UPDATE ON event_orders FOR EACH ROW EXECUTE FUNCTION guard_event_order();
--> statement-breakpoint
CREATE TRIGGER event_orders_stay BEFORE DELETE ON event_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER event_orders_no_truncate BEFORE TRUNCATE ON event_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER event_order_items_append_only BEFORE UPDATE OR DELETE ON event_order_items
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER event_order_items_no_truncate BEFORE TRUNCATE ON event_order_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER tickets_transition BEFORE UPDATE ON tickets FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('valid>checked_in', 'valid>refunded', 'valid>void', 'checked_in>valid');
--> statement-breakpoint
-- What was sold stays as it was sold. A new holder gets a new code, so that the old one opens no gate.
CREATE FUNCTION guard_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.reference, NEW.event_id, NEW.ticket_type_id, NEW.order_id, NEW.price, NEW.created_at) IS DISTINCT FROM
    (OLD.reference, OLD.event_id, OLD.ticket_type_id, OLD.order_id, OLD.price, OLD.created_at) THEN
    RAISE EXCEPTION 'what was sold can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.code <> OLD.code) <> (NEW.holder_id <> OLD.holder_id) OR (NEW.code <> OLD.code) <> (NEW.code_hash <> OLD.code_hash)
    OR NEW.holder_id <> OLD.holder_id AND (OLD.state <> 'valid' OR NEW.state <> 'valid') THEN
    RAISE EXCEPTION 'a valid ticket gets a new code with a new holder' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.state = OLD.state AND (NEW.checked_in_at, NEW.checked_in_by, NEW.gate, NEW.refund_id, NEW.reason) IS DISTINCT FROM
    (OLD.checked_in_at, OLD.checked_in_by, OLD.gate, OLD.refund_id, OLD.reason) THEN
    RAISE EXCEPTION 'what is said of a ticket''s state changes with its state' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'valid' AND NEW.state = 'checked_in'
    AND (SELECT state FROM events WHERE id = NEW.event_id) <> 'live' THEN
    RAISE EXCEPTION 'nobody is let in to an event that is not live'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tickets_transition';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_guard BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION guard_ticket();
--> statement-breakpoint
CREATE TRIGGER tickets_stay BEFORE DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER tickets_no_truncate BEFORE TRUNCATE ON tickets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ticket_scans_append_only BEFORE UPDATE OR DELETE ON ticket_scans
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ticket_scans_no_truncate BEFORE TRUNCATE ON ticket_scans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_transition BEFORE UPDATE ON cancellation_steps FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('pending>done', 'pending>failed', 'failed>done', 'failed>pending');
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_done BEFORE UPDATE ON cancellation_steps FOR EACH ROW
  WHEN (OLD.state = 'done') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_stay BEFORE DELETE ON cancellation_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER cancellation_steps_no_truncate BEFORE TRUNCATE ON cancellation_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Tickets by the day on which they were sold (schema/totals.ts). They are never deleted, and the table is never emptied.
CREATE FUNCTION ticket_totals(date, text, integer, bigint) -- sold, state, how many, their prices
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'tickets', f.facet, $1, $3, $4, 0::bigint FROM (VALUES (''), ('state:' || $2)) f (facet)
$$;
--> statement-breakpoint
CREATE FUNCTION add_ticket_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM (
      SELECT * FROM ticket_totals(lagos_day(OLD.created_at), OLD.state, -1, -OLD.price)
      UNION ALL SELECT * FROM ticket_totals(lagos_day(NEW.created_at), NEW.state, 1, NEW.price)
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM added a,
      ticket_totals(lagos_day(a.created_at), a.state, 1, a.price) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_totals_added AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_ticket_totals();
--> statement-breakpoint
CREATE TRIGGER tickets_totals_changed AFTER UPDATE OF state ON tickets FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION add_ticket_totals();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_day_totals(source text, since date, until date)
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql STABLE AS $$
  SELECT * FROM count_table_totals(source, since, until)
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, 0::bigint, 0::bigint FROM (
    SELECT lagos_day(at) AS day, action, outcome, record_type, admin_id, count(*)::integer AS number FROM audit_trails
    WHERE source = 'audit_trails' AND at >= lagos_midnight(since) AND at < lagos_midnight(until) GROUP BY 1, 2, 3, 4, 5
  ) a, trail_totals(a.day, a.action, a.outcome, a.record_type, a.admin_id, a.number) t GROUP BY 1, 2, 3
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, sum(t.amount)::bigint, 0::bigint FROM (
    SELECT lagos_day(created_at) AS day, state, count(*)::integer AS number, sum(price)::bigint AS price FROM tickets
    WHERE source = 'tickets' AND created_at >= lagos_midnight(since) AND created_at < lagos_midnight(until) GROUP BY 1, 2
  ) s, ticket_totals(s.day, s.state, s.number, s.price) t GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_totals() RETURNS void LANGUAGE sql AS $$
  DELETE FROM day_totals;
  INSERT INTO day_totals SELECT counted.*
  FROM (VALUES ('users'), ('kyc_requests'), ('transactions'), ('ledger_postings'), ('audit_trails'), ('tickets')) t (name),
    count_day_totals(t.name, '-infinity', 'infinity') counted;
  DELETE FROM wallet_balances;
  INSERT INTO wallet_balances (user_id, balance) SELECT user_id, balance FROM ledger_accounts WHERE user_id IS NOT NULL;
  DELETE FROM place_totals;
  INSERT INTO place_totals SELECT counted.*
  FROM (VALUES ('users:name'), ('users:last_seen_at'), ('users:balance'), ('transactions:amount')) s (name),
    count_place_totals(s.name) counted;
$$;
