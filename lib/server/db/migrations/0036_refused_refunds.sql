CREATE INDEX CONCURRENTLY "transactions_refused_refunds" ON "transactions" USING btree ("created_at") WHERE "transactions"."type" = 'refund' and "transactions"."failure_reason" is not null;
--> statement-breakpoint
-- Written by hand:
-- As before, and also finds webhooks about further attempts of a payment, whose references end with -2, -3 and so on.
CREATE OR REPLACE FUNCTION erased_columns() RETURNS TABLE (scope text, tbl text, owned text, cols text) LANGUAGE sql IMMUTABLE AS $$ VALUES
  ('services', 'ireports', 'reporter_id = $1',
    'title=text text=text ward=empty lat=null lng=null cell=null rating_comment=text photos=zero'),
  ('services', 'ireport_messages', 'ireport_id IN (SELECT id FROM ireports WHERE reporter_id = $1)', 'text=text'),
  ('services', 'ireport_notes', 'ireport_id IN (SELECT id FROM ireports WHERE reporter_id = $1)', 'text=text'),
  ('services', 'grant_applications', 'user_id = $1',
    'contact_phone=empty answers=object duplicates_cleared_reason=text question=text reply=text reason=text'),
  ('services', 'grant_reviews', 'application_id IN (SELECT id FROM grant_applications WHERE user_id = $1)',
    'comment=text conflict=text'),
  ('services', 'grant_batch_rows', 'application_id IN (SELECT id FROM grant_applications WHERE user_id = $1)',
    'problem=text changes=array'),
  ('services', 'tickets', 'holder_id = $1', 'reason=text'),
  ('services', 'cancellation_steps', 'order_id IN (SELECT id FROM event_orders WHERE user_id = $1)', 'problem=text'),
  ('services', 'promotion_redemptions', 'user_id = $1', 'device_hash=null device_ending=null'),
  ('payments', 'grant_applications', 'user_id = $1', 'account_name=null account_number=cipher account_last4=null'),
  ('payments', 'withdrawals', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'account_name=empty account_number=cipher account_last4=empty'),
  ('payments', 'transactions', 'user_id = $1', 'card_last4=null description=text failure_reason=text'),
  ('payments', 'transaction_events', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'message=text raw=null'),
  ('payments', 'payment_checkouts', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)', 'checkout=null'),
  ('payments', 'account_name_checks', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)', 'name_at_bank=text'),
  ('payments', 'provider_events', 'processed_at IS NOT NULL AND report ->> ''reference'' IN
    (SELECT reference FROM transactions WHERE user_id = $1 UNION ALL
      SELECT c.reference FROM payment_checkouts c JOIN transactions t ON t.id = c.transaction_id WHERE t.user_id = $1)', 'report=object'),
  ('payments', 'ledger_entries', 'source_type = ''transaction'' AND source_id IN (SELECT id FROM transactions WHERE user_id = $1)
    OR source_type = ''wallet_movement'' AND source_id IN
      (SELECT m.id FROM wallet_movements m JOIN transactions t ON t.id = m.transaction_id WHERE t.user_id = $1)', 'description=text'),
  ('payments', 'wallet_movements', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'note=text external_reference=empty')
$$;
