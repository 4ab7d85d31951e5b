-- What counted all requests by UTC day gives way to what counts them by Lagos day and by what the list filters by.
DROP TRIGGER kyc_requests_days_added ON kyc_requests;
--> statement-breakpoint
DROP TRIGGER kyc_requests_days_deleted ON kyc_requests;
--> statement-breakpoint
DROP TRIGGER kyc_requests_days_moved ON kyc_requests;
--> statement-breakpoint
DROP TRIGGER kyc_requests_days_truncated ON kyc_requests;
--> statement-breakpoint
DROP FUNCTION count_list_days(), move_list_day(), forget_list_days(), count_list_day(text, timestamptz, integer);
--> statement-breakpoint
-- Under what a request counts (schema/kyc-days.ts).
CREATE FUNCTION kyc_facets(timestamptz, text, integer, text, text, uuid, text[])
-- submitted, state, tier, identity type, LGA, assignee, flags
RETURNS TABLE (facet text, day date) LANGUAGE sql IMMUTABLE AS $$
  SELECT f.facet, ($1 AT TIME ZONE 'Africa/Lagos')::date
  FROM (VALUES (''), ('state:' || $2), ('tier:' || $3), ('identity_type:' || $4), ('lga:' || $5),
    ('assignee:' || coalesce($6::text, 'nobody')), (CASE WHEN $7 <> '{}' THEN 'flagged' END)) f (facet)
  WHERE f.facet IS NOT NULL
$$;
--> statement-breakpoint
-- Everything counted anew: what the table has to come to.
CREATE FUNCTION count_kyc_days() RETURNS TABLE (facet text, day date, rows integer) LANGUAGE sql STABLE AS $$
  SELECT f.facet, f.day, count(*)::integer FROM kyc_requests r,
    kyc_facets(r.submitted_at, r.state, r.tier, r.identity_type, r.lga, r.assignee_id, r.flags) f GROUP BY 1, 2
$$;
--> statement-breakpoint
-- Once for a statement that adds or deletes, however many rows; for each row that changes.
CREATE FUNCTION add_kyc_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO kyc_days SELECT t.facet, t.day, sum(t.rows) FROM (
      SELECT f.*, -1 AS rows FROM
        kyc_facets(OLD.submitted_at, OLD.state, OLD.tier, OLD.identity_type, OLD.lga, OLD.assignee_id, OLD.flags) f
      UNION ALL SELECT f.*, 1 FROM
        kyc_facets(NEW.submitted_at, NEW.state, NEW.tier, NEW.identity_type, NEW.lga, NEW.assignee_id, NEW.flags) f
    ) t GROUP BY 1, 2 HAVING sum(t.rows) <> 0;
  ELSE
    INSERT INTO kyc_days SELECT f.facet, f.day, count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END FROM changed c,
      kyc_facets(c.submitted_at, c.state, c.tier, c.identity_type, c.lga, c.assignee_id, c.flags) f GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_added AFTER INSERT ON kyc_requests
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_kyc_days();
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_deleted AFTER DELETE ON kyc_requests
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_kyc_days();
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_changed
  AFTER UPDATE OF submitted_at, state, tier, identity_type, lga, assignee_id, flags ON kyc_requests FOR EACH ROW
  WHEN ((OLD.submitted_at, OLD.state, OLD.tier, OLD.identity_type, OLD.lga, OLD.assignee_id, OLD.flags) IS DISTINCT FROM
    (NEW.submitted_at, NEW.state, NEW.tier, NEW.identity_type, NEW.lga, NEW.assignee_id, NEW.flags))
  EXECUTE FUNCTION add_kyc_days();
--> statement-breakpoint
CREATE FUNCTION forget_kyc_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM kyc_days;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_truncated AFTER TRUNCATE ON kyc_requests
  FOR EACH STATEMENT EXECUTE FUNCTION forget_kyc_days();
--> statement-breakpoint
-- Rows that belong together become one. Readers see all of it or nothing; a second one at the same time does nothing.
CREATE FUNCTION fold_kyc_days() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205514) THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM kyc_days d USING (SELECT facet, day FROM kyc_days GROUP BY 1, 2 HAVING count(*) > 1) many
    WHERE (d.facet, d.day) = (many.facet, many.day) RETURNING d.*
  ), added AS (
    INSERT INTO kyc_days SELECT facet, day, sum(rows) FROM gone GROUP BY 1, 2 HAVING sum(rows) <> 0
  ) SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END $$;
--> statement-breakpoint
INSERT INTO kyc_days SELECT * FROM count_kyc_days();
