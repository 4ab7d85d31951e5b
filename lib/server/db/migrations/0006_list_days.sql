-- Rows of a list by UTC day: the list's name is the trigger's argument, its time is submitted_at.
CREATE FUNCTION count_list_day(list_name text, at timestamptz, by integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO list_days AS d (list, day, rows) VALUES (list_name, date_trunc('day', at, 'UTC'), by)
  ON CONFLICT (list, day) DO UPDATE SET rows = d.rows + excluded.rows
$$;
--> statement-breakpoint
-- Once for a statement, however many rows it brings; in the order of days, so that two never wait for each other.
CREATE FUNCTION count_list_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_list_day(TG_ARGV[0], day, CASE TG_OP WHEN 'INSERT' THEN rows ELSE -rows END) FROM (
    SELECT date_trunc('day', submitted_at, 'UTC') AS day, count(*)::int AS rows FROM changed GROUP BY 1 ORDER BY 1) days;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION move_list_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.submitted_at < NEW.submitted_at THEN
    PERFORM count_list_day(TG_ARGV[0], OLD.submitted_at, -1);
    PERFORM count_list_day(TG_ARGV[0], NEW.submitted_at, 1);
  ELSE
    PERFORM count_list_day(TG_ARGV[0], NEW.submitted_at, 1);
    PERFORM count_list_day(TG_ARGV[0], OLD.submitted_at, -1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_list_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM list_days WHERE list = TG_ARGV[0];
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_added AFTER INSERT ON kyc_requests
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_list_days('kyc');
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_deleted AFTER DELETE ON kyc_requests
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_list_days('kyc');
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_moved AFTER UPDATE OF submitted_at ON kyc_requests
  FOR EACH ROW WHEN (OLD.submitted_at IS DISTINCT FROM NEW.submitted_at) EXECUTE FUNCTION move_list_day('kyc');
--> statement-breakpoint
CREATE TRIGGER kyc_requests_days_truncated AFTER TRUNCATE ON kyc_requests
  FOR EACH STATEMENT EXECUTE FUNCTION forget_list_days('kyc');
--> statement-breakpoint
INSERT INTO list_days (list, day, rows)
  SELECT 'kyc', date_trunc('day', submitted_at, 'UTC'), count(*) FROM kyc_requests GROUP BY 2;
