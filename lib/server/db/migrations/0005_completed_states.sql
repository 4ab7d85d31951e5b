-- Adds totals of decided transactions by state, so that the states add up to the day's payments and failures. Blocks writes to
-- transactions until the new totals exist.
LOCK TABLE transactions IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION transaction_totals(date, date, text, text, text, integer, bigint, bigint)
-- created, completed, type, channel, state, number, sum of amounts, sum of fees
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'transactions', f.facet, $1, $6, $7, $8
  FROM (VALUES (''), ('type:' || $3), ('channel:' || $4), ('state:' || $5), (CASE $3 WHEN 'refund' THEN 'refund:' || $5 END))
    f (facet) WHERE f.facet IS NOT NULL
  UNION ALL
  SELECT 'completed', f.facet, $2, $6, $7, $8
  FROM (VALUES
    (CASE WHEN $5 IN ('failed', 'expired') THEN 'failed' WHEN $3 = 'refund' THEN 'refund' ELSE 'payment' END),
    (CASE WHEN $5 NOT IN ('failed', 'expired') AND $3 <> 'refund' THEN 'type:' || $3 END),
    (CASE WHEN $5 NOT IN ('failed', 'expired') AND $3 <> 'refund' THEN 'channel:' || $4 END),
    (CASE WHEN $5 IN ('failed', 'expired') OR $3 <> 'refund' THEN 'state:' || $5 END)) f (facet)
  WHERE $2 IS NOT NULL AND $5 NOT IN ('pending', 'processing') AND f.facet IS NOT NULL
$$;
--> statement-breakpoint
INSERT INTO day_totals SELECT * FROM count_table_totals('transactions', '-infinity', 'infinity') t
WHERE t.list = 'completed' AND t.facet LIKE 'state:%';
