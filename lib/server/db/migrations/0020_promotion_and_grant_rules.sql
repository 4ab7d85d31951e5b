-- Promotions go the ways of product.md and no others, whoever writes (lib/contract/promotion.values.ts has the same pairs).
CREATE TRIGGER promotions_transition BEFORE UPDATE ON promotions FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>scheduled', 'scheduled>active', 'active>paused', 'active>ended',
    'paused>active', 'paused>ended', 'ended>archived');
--> statement-breakpoint
-- What somebody may have been promised stays: of one that has begun, only its end and a greater budget can be set.
CREATE FUNCTION guard_promotion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state NOT IN ('draft', 'scheduled') THEN
      RAISE EXCEPTION 'a promotion that has begun can''t be deleted' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'draft' OR NEW.uses + NEW.reserved_uses + NEW.spent + NEW.reserved <> 0 THEN
      RAISE EXCEPTION 'a promotion begins as a draft' USING ERRCODE = 'check_violation', CONSTRAINT = 'promotions_transition';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.created_by, NEW.created_at) IS DISTINCT FROM (OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'who made a promotion, and when, can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state NOT IN ('draft', 'scheduled') AND ((NEW.name, NEW.description, NEW.trigger, NEW.kind, NEW.basis_points,
      NEW.flat_amount, NEW.cap, NEW.minimum, NEW.types, NEW.channels, NEW.first_payment_only, NEW.uses_total,
      NEW.uses_per_user, NEW.uses_per_code, NEW.starts_at)
    IS DISTINCT FROM (OLD.name, OLD.description, OLD.trigger, OLD.kind, OLD.basis_points, OLD.flat_amount, OLD.cap,
      OLD.minimum, OLD.types, OLD.channels, OLD.first_payment_only, OLD.uses_total, OLD.uses_per_user, OLD.uses_per_code,
      OLD.starts_at) OR NEW.budget < OLD.budget) THEN
    RAISE EXCEPTION 'what a promotion promises can''t be changed once it has begun' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state IN ('ended', 'archived') AND (NEW.budget, NEW.ends_at, NEW.end_cause)
      IS DISTINCT FROM (OLD.budget, OLD.ends_at, OLD.end_cause) THEN
    RAISE EXCEPTION 'a promotion that has ended stays as it is' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'scheduled' AND NEW.state = 'active' AND NEW.starts_at > clock_timestamp() THEN
    RAISE EXCEPTION 'a promotion begins at its start' USING ERRCODE = 'check_violation', CONSTRAINT = 'promotions_start';
  END IF;
  IF NEW.state IN ('draft', 'scheduled') AND NEW.uses + NEW.reserved_uses <> 0
    OR OLD.state <> 'active' AND NEW.reserved > OLD.reserved THEN
    RAISE EXCEPTION 'only an active promotion is used' USING ERRCODE = 'check_violation', CONSTRAINT = 'promotions_used';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER promotions_guard BEFORE INSERT OR UPDATE OR DELETE ON promotions FOR EACH ROW
  EXECUTE FUNCTION guard_promotion();
--> statement-breakpoint
CREATE FUNCTION guard_promotion_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM promotions p WHERE p.id = coalesce(NEW.promotion_id, OLD.promotion_id)
      AND p.state NOT IN ('draft', 'scheduled')) THEN
    RAISE EXCEPTION 'whom a promotion is for can''t be changed once it has begun' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_groups_guard BEFORE INSERT OR UPDATE OR DELETE ON promotion_groups FOR EACH ROW
  EXECUTE FUNCTION guard_promotion_group();
--> statement-breakpoint
CREATE FUNCTION guard_promotion_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.code, NEW.promotion_id, NEW.created_at)
      IS DISTINCT FROM (OLD.code, OLD.promotion_id, OLD.created_at)
    OR TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM promotions p WHERE p.id = OLD.promotion_id AND p.state NOT IN ('draft', 'scheduled')) THEN
    RAISE EXCEPTION 'a code stays with its promotion' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_codes_guard BEFORE UPDATE OR DELETE ON promotion_codes FOR EACH ROW
  EXECUTE FUNCTION guard_promotion_code();
--> statement-breakpoint
-- By the statement: ten thousand codes come at once.
CREATE FUNCTION guard_added_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM promotions p WHERE p.id IN (SELECT promotion_id FROM added) AND p.state IN ('ended', 'archived')) THEN
    RAISE EXCEPTION 'a promotion that has ended gets no codes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_codes_added AFTER INSERT ON promotion_codes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION guard_added_codes();
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_transition BEFORE UPDATE ON promotion_redemptions FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('reserved>redeemed', 'reserved>released', 'redeemed>returned');
--> statement-breakpoint
CREATE FUNCTION guard_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.promotion_id, NEW.user_id, NEW.transaction_id, NEW.kind, NEW.code, NEW.amount, NEW.created_at)
      IS DISTINCT FROM (OLD.promotion_id, OLD.user_id, OLD.transaction_id, OLD.kind, OLD.code, OLD.amount, OLD.created_at)
    OR NEW.returned < OLD.returned OR (NEW.state = 'returned') <> (NEW.returned = NEW.amount) THEN
    RAISE EXCEPTION 'what a redemption gave can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_guard BEFORE UPDATE ON promotion_redemptions FOR EACH ROW
  EXECUTE FUNCTION guard_redemption();
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_kept BEFORE DELETE ON promotion_redemptions FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER promotion_redemptions_no_truncate BEFORE TRUNCATE ON promotion_redemptions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- As in 0011, with what a promotion gives: a payment under way may lose its cashback, where the wallet takes none by now.
CREATE OR REPLACE FUNCTION guard_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount, NEW.fee, NEW.discount, NEW.user_id, NEW.type, NEW.reference, NEW.created_at, NEW.counterparty_id, NEW.channel,
      NEW.method_id, NEW.refund_of)
      IS DISTINCT FROM (OLD.amount, OLD.fee, OLD.discount, OLD.user_id, OLD.type, OLD.reference, OLD.created_at, OLD.counterparty_id,
      OLD.channel, OLD.method_id, OLD.refund_of)
    OR NEW.cashback <> OLD.cashback AND NOT (NEW.cashback = 0 AND OLD.state IN ('pending', 'processing'))
    OR NEW.refunded_amount < OLD.refunded_amount THEN
    RAISE EXCEPTION 'what was paid can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.refunded_amount > 0 AND (NEW.state = 'refunded') <> (NEW.refunded_amount = NEW.amount)
    OR (NEW.refunded_amount > 0) <> (NEW.state IN ('partially_refunded', 'refunded')) THEN
    RAISE EXCEPTION 'the state does not fit what was given back' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Grants, the same way (lib/contract/grant.values.ts).
CREATE TRIGGER grant_programmes_transition BEFORE UPDATE ON grant_programmes FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>open', 'open>closed', 'closed>open', 'closed>completed');
--> statement-breakpoint
-- What applicants were told stays: of a programme that has opened, the budget grows, the window ends later, and the awards
-- that were to be published may be kept back.
CREATE FUNCTION guard_programme() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'draft' THEN
      RAISE EXCEPTION 'a programme that has opened can''t be deleted' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'draft' OR NEW.committed <> 0 OR NEW.paid <> 0 THEN
      RAISE EXCEPTION 'a programme begins as a draft' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_programmes_transition';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.created_by, NEW.created_at) IS DISTINCT FROM (OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'who made a programme, and when, can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state <> 'draft' AND ((NEW.sponsor, NEW.award_kind, NEW.amount, NEW.opens_at, NEW.tier_min, NEW.lgas, NEW.group_id,
      NEW.age_min, NEW.age_max, NEW.questions, NEW.documents)
    IS DISTINCT FROM (OLD.sponsor, OLD.award_kind, OLD.amount, OLD.opens_at, OLD.tier_min, OLD.lgas, OLD.group_id,
      OLD.age_min, OLD.age_max, OLD.questions, OLD.documents) OR NEW.budget < OLD.budget
      OR NEW.closes_at < OLD.closes_at OR NEW.publishes_awards AND NOT OLD.publishes_awards OR NEW.paid < OLD.paid) THEN
    RAISE EXCEPTION 'what applicants were told can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'completed' AND (NEW.budget, NEW.committed, NEW.paid) IS DISTINCT FROM (OLD.budget, OLD.committed, OLD.paid) THEN
    RAISE EXCEPTION 'a completed programme gives nothing' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_programmes_guard BEFORE INSERT OR UPDATE OR DELETE ON grant_programmes FOR EACH ROW
  EXECUTE FUNCTION guard_programme();
--> statement-breakpoint
CREATE TRIGGER grant_applications_transition BEFORE UPDATE ON grant_applications FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('submitted>shortlisted', 'submitted>rejected', 'shortlisted>approved',
    'shortlisted>rejected', 'approved>disbursed', 'approved>payment_failed', 'approved>rejected',
    'payment_failed>disbursed', 'payment_failed>rejected');
--> statement-breakpoint
CREATE FUNCTION guard_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'submitted' OR NEW.amount IS NOT NULL OR NEW.reviews <> 0 THEN
      RAISE EXCEPTION 'an application begins as submitted' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_transition';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM grant_programmes p WHERE p.id = NEW.programme_id AND p.state = 'open') THEN
      RAISE EXCEPTION 'this programme takes no applications' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_open';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.reference, NEW.programme_id, NEW.user_id, NEW.amount_asked, NEW.submitted_at)
      IS DISTINCT FROM (OLD.reference, OLD.programme_id, OLD.user_id, OLD.amount_asked, OLD.submitted_at) THEN
    RAISE EXCEPTION 'an application stays as it was submitted' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.amount IS DISTINCT FROM OLD.amount AND NOT (OLD.state = 'shortlisted' AND NEW.state = 'approved') THEN
    RAISE EXCEPTION 'what is awarded is decided with the approval' USING ERRCODE = 'restrict_violation';
  END IF;
  -- By the scores themselves, and not by what is said of them.
  IF OLD.state <> NEW.state AND NEW.state = 'approved' THEN
    IF NEW.reviews < 2 OR (SELECT count(r.score) FROM grant_reviews r WHERE r.application_id = NEW.id) < 2 THEN
      RAISE EXCEPTION 'an approval needs two scores' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_scored';
    END IF;
    IF EXISTS (SELECT 1 FROM grant_programmes p WHERE p.id = NEW.programme_id AND p.amount < NEW.amount) THEN
      RAISE EXCEPTION 'the programme gives less' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_most';
    END IF;
    IF EXISTS (SELECT 1 FROM grant_reviews r WHERE r.application_id = NEW.id AND r.reviewer_id = NEW.decided_by
        AND r.conflict IS NOT NULL) THEN
      RAISE EXCEPTION 'who has a conflict of interest does not approve' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_conflict';
    END IF;
  END IF;
  -- One whose money is about to move is not rejected; where its payment failed, its row is taken out with it.
  IF OLD.state = 'approved' AND NEW.state = 'rejected' AND OLD.in_batch THEN
    RAISE EXCEPTION 'this application is in a payout batch' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_applications_in_batch';
  END IF;
  IF OLD.state NOT IN ('submitted', 'shortlisted') AND (NEW.payout_kind, NEW.bank_code, NEW.account_number)
        IS DISTINCT FROM (OLD.payout_kind, OLD.bank_code, OLD.account_number)
      OR OLD.state IN ('disbursed', 'rejected') AND NEW.state = OLD.state AND NEW.reason IS DISTINCT FROM OLD.reason THEN
    RAISE EXCEPTION 'what is decided can''t be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_applications_guard BEFORE INSERT OR UPDATE ON grant_applications FOR EACH ROW
  EXECUTE FUNCTION guard_application();
--> statement-breakpoint
CREATE TRIGGER grant_applications_kept BEFORE DELETE ON grant_applications FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER grant_applications_no_truncate BEFORE TRUNCATE ON grant_applications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What is approved is committed, what is disbursed is paid; the check of the programme refuses more than its budget.
CREATE FUNCTION commit_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_programmes SET
    committed = committed
      + CASE WHEN NEW.state IN ('approved', 'payment_failed') THEN NEW.amount ELSE 0 END
      - CASE WHEN OLD.state IN ('approved', 'payment_failed') THEN OLD.amount ELSE 0 END,
    paid = paid + CASE WHEN NEW.state = 'disbursed' THEN NEW.amount ELSE 0 END
  WHERE id = NEW.programme_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_applications_commit AFTER UPDATE OF state ON grant_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (NEW.state IN ('approved', 'disbursed')
    OR OLD.state IN ('approved', 'payment_failed') AND NEW.state = 'rejected'))
  EXECUTE FUNCTION commit_grant();
--> statement-breakpoint
-- At most two scores; once both are in they stay, unless one of the two declares a conflict of interest, which stays too. It
-- can be declared as long as somebody decides something: after the approval it changes nothing of the scores' sum.
CREATE FUNCTION guard_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  application grant_applications%ROWTYPE;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a review can''t be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  SELECT * INTO application FROM grant_applications WHERE id = NEW.application_id FOR NO KEY UPDATE;
  IF application.state NOT IN ('submitted', 'shortlisted')
      AND (NEW.conflict IS NULL OR application.state NOT IN ('approved', 'payment_failed')) THEN
    RAISE EXCEPTION 'a decided application is not reviewed' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_reviews_open';
  END IF;
  IF NEW.score IS NOT NULL AND application.reviews >= 2 THEN
    RAISE EXCEPTION 'two scores are in' USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_reviews_two';
  END IF;
  IF TG_OP = 'UPDATE' AND (OLD.conflict IS NOT NULL OR (NEW.application_id, NEW.reviewer_id)
      IS DISTINCT FROM (OLD.application_id, OLD.reviewer_id)) THEN
    RAISE EXCEPTION 'a declared conflict of interest stays' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_reviews_guard BEFORE INSERT OR UPDATE OR DELETE ON grant_reviews FOR EACH ROW
  EXECUTE FUNCTION guard_review();
--> statement-breakpoint
CREATE TRIGGER grant_reviews_no_truncate BEFORE TRUNCATE ON grant_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_applications a SET reviews = s.scores, score_sum = CASE WHEN s.scores = 2 THEN s.total END
  FROM (SELECT count(score)::integer AS scores, sum(score)::integer AS total FROM grant_reviews
    WHERE application_id = NEW.application_id) s
  WHERE a.id = NEW.application_id AND a.state IN ('submitted', 'shortlisted');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_reviews_count AFTER INSERT OR UPDATE ON grant_reviews FOR EACH ROW EXECUTE FUNCTION count_reviews();
--> statement-breakpoint
CREATE TRIGGER grant_batches_transition BEFORE UPDATE ON grant_batches FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('draft>awaiting_approval', 'draft>cancelled', 'awaiting_approval>paying',
    'awaiting_approval>rejected', 'awaiting_approval>cancelled', 'paying>done', 'done>paying');
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_transition BEFORE UPDATE ON grant_batch_rows FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('pending>sent', 'pending>paid', 'pending>failed', 'pending>removed', 'sent>paid',
    'sent>failed', 'failed>pending', 'failed>paid', 'failed>removed');
--> statement-breakpoint
-- Rows come into a draft, are taken out of it or of what came to nothing, and are paid while their batch is being paid.
CREATE FUNCTION guard_batch_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  batch text;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.batch_id, NEW.row, NEW.application_id, NEW.amount)
      IS DISTINCT FROM (OLD.batch_id, OLD.row, OLD.application_id, OLD.amount) THEN
    RAISE EXCEPTION 'a row of a payout stays as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.state = OLD.state THEN RETURN NEW; END IF;
  SELECT state INTO batch FROM grant_batches WHERE id = NEW.batch_id;
  IF TG_OP = 'INSERT' AND (batch <> 'draft' OR NEW.state <> 'pending')
    OR TG_OP = 'UPDATE' AND NEW.state IN ('sent', 'paid') AND batch <> 'paying'
      -- The provider says late that it has paid after all.
      AND NOT (OLD.state = 'failed' AND NEW.state = 'paid' AND batch = 'done')
    OR TG_OP = 'UPDATE' AND OLD.state = 'pending' AND NEW.state = 'removed' AND batch NOT IN ('draft', 'rejected', 'cancelled') THEN
    RAISE EXCEPTION 'a row of a payout batch that is % can''t be %', batch, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'grant_batch_rows_batch';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_guard BEFORE INSERT OR UPDATE ON grant_batch_rows FOR EACH ROW
  EXECUTE FUNCTION guard_batch_row();
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_kept BEFORE DELETE ON grant_batch_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_no_truncate BEFORE TRUNCATE ON grant_batch_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A batch's rows and kobo, and which applications are in one, follow the rows.
CREATE FUNCTION sum_batch_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_applications a SET in_batch = true FROM added n WHERE a.id = n.application_id;
  UPDATE grant_batches b SET rows = b.rows + s.rows, amount = b.amount + s.amount
  FROM (SELECT batch_id, count(*) AS rows, sum(amount) AS amount FROM added GROUP BY 1) s WHERE b.id = s.batch_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_sum AFTER INSERT ON grant_batch_rows
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_batch_rows();
--> statement-breakpoint
CREATE FUNCTION sum_removed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_applications a SET in_batch = false
  FROM changed n JOIN earlier o ON (o.batch_id, o.row) = (n.batch_id, n.row)
  WHERE a.id = n.application_id AND n.state = 'removed' AND o.state <> 'removed';
  UPDATE grant_batches b SET rows = b.rows - s.rows, amount = b.amount - s.amount
  FROM (SELECT n.batch_id, count(*) AS rows, sum(n.amount) AS amount
    FROM changed n JOIN earlier o ON (o.batch_id, o.row) = (n.batch_id, n.row)
    WHERE n.state = 'removed' AND o.state <> 'removed' GROUP BY 1) s WHERE b.id = s.batch_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batch_rows_removed AFTER UPDATE ON grant_batch_rows
  REFERENCING NEW TABLE AS changed OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION sum_removed_rows();
--> statement-breakpoint
-- A batch that came to nothing lets its applications go.
CREATE FUNCTION free_batch_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_batch_rows SET state = 'removed', updated_at = clock_timestamp() WHERE batch_id = NEW.id AND state = 'pending';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER grant_batches_free AFTER UPDATE OF state ON grant_batches FOR EACH ROW
  WHEN (NEW.state IN ('rejected', 'cancelled') AND OLD.state <> NEW.state) EXECUTE FUNCTION free_batch_rows();
--> statement-breakpoint
-- A batch ends with the request for it, whether that is rejected, withdrawn or left until it expires.
CREATE FUNCTION end_grant_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE grant_batches SET state = CASE NEW.state WHEN 'rejected' THEN 'rejected' ELSE 'cancelled' END, version = version + 1
  WHERE id = NEW.record_id::uuid AND state = 'awaiting_approval';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_end_grant_batch AFTER UPDATE OF state ON approvals FOR EACH ROW
  WHEN (NEW.kind = 'grant.submitBatch' AND OLD.state = 'waiting' AND NEW.state IN ('rejected', 'cancelled', 'expired'))
  EXECUTE FUNCTION end_grant_batch();
--> statement-breakpoint
-- Redemptions by the day they began, applications by the day they were submitted (schema/totals.ts).
CREATE FUNCTION redemption_totals(date, text, uuid, integer, bigint) -- began, state, promotion, how many, given and kept
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'redemptions', f.facet, $1, $4, CASE WHEN $2 IN ('reserved', 'redeemed') THEN $5 ELSE 0 END, 0::bigint
  FROM (VALUES (''), ('state:' || $2), ('promotion:' || $3 || ':' || $2)) f (facet)
$$;
--> statement-breakpoint
CREATE FUNCTION add_redemption_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM (
      SELECT * FROM redemption_totals(lagos_day(OLD.created_at), OLD.state, OLD.promotion_id, -1, OLD.returned - OLD.amount)
      UNION ALL SELECT * FROM redemption_totals(lagos_day(NEW.created_at), NEW.state, NEW.promotion_id, 1, NEW.amount - NEW.returned)
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0 OR sum(t.amount) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM added a,
      redemption_totals(lagos_day(a.created_at), a.state, a.promotion_id, 1, a.amount - a.returned) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER redemptions_totals_added AFTER INSERT ON promotion_redemptions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_redemption_totals();
--> statement-breakpoint
CREATE TRIGGER redemptions_totals_changed AFTER UPDATE ON promotion_redemptions FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.returned <> NEW.returned) EXECUTE FUNCTION add_redemption_totals();
--> statement-breakpoint
CREATE FUNCTION application_totals(date, text, uuid, integer, bigint) -- submitted, state, programme, how many, awarded
RETURNS TABLE (list text, facet text, day date, rows integer, amount bigint, fee bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'applications', f.facet, $1, $4, CASE WHEN $2 IN ('approved', 'payment_failed', 'disbursed') THEN $5 ELSE 0 END, 0::bigint
  FROM (VALUES (''), ('state:' || $2), ('programme:' || $3), ('programme:' || $3 || ':' || $2)) f (facet)
$$;
--> statement-breakpoint
CREATE FUNCTION add_application_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM (
      SELECT * FROM application_totals(lagos_day(OLD.submitted_at), OLD.state, OLD.programme_id, -1, -coalesce(OLD.amount, 0))
      UNION ALL SELECT * FROM application_totals(lagos_day(NEW.submitted_at), NEW.state, NEW.programme_id, 1, coalesce(NEW.amount, 0))
    ) t GROUP BY 1, 2, 3 HAVING sum(t.rows) <> 0 OR sum(t.amount) <> 0;
  ELSE
    INSERT INTO day_totals SELECT t.list, t.facet, t.day, sum(t.rows), sum(t.amount), 0 FROM added a,
      application_totals(lagos_day(a.submitted_at), a.state, a.programme_id, 1, coalesce(a.amount, 0)) t GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_totals_added AFTER INSERT ON grant_applications
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_application_totals();
--> statement-breakpoint
CREATE TRIGGER applications_totals_changed AFTER UPDATE OF state ON grant_applications FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION add_application_totals();
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
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, sum(t.amount)::bigint, 0::bigint FROM (
    SELECT lagos_day(created_at) AS day, state, promotion_id, count(*)::integer AS number, sum(amount - returned)::bigint AS given
    FROM promotion_redemptions
    WHERE source = 'promotion_redemptions' AND created_at >= lagos_midnight(since) AND created_at < lagos_midnight(until)
    GROUP BY 1, 2, 3
  ) s, redemption_totals(s.day, s.state, s.promotion_id, s.number, s.given) t GROUP BY 1, 2, 3
  UNION ALL
  SELECT t.list, t.facet, t.day, sum(t.rows)::integer, sum(t.amount)::bigint, 0::bigint FROM (
    SELECT lagos_day(submitted_at) AS day, state, programme_id, count(*)::integer AS number,
      coalesce(sum(amount), 0)::bigint AS awarded FROM grant_applications
    WHERE source = 'grant_applications' AND submitted_at >= lagos_midnight(since) AND submitted_at < lagos_midnight(until)
    GROUP BY 1, 2, 3
  ) s, application_totals(s.day, s.state, s.programme_id, s.number, s.awarded) t GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_totals() RETURNS void LANGUAGE sql AS $$
  DELETE FROM day_totals;
  INSERT INTO day_totals SELECT counted.*
  FROM (VALUES ('users'), ('kyc_requests'), ('transactions'), ('ledger_postings'), ('audit_trails'), ('tickets'),
      ('promotion_redemptions'), ('grant_applications')) t (name),
    count_day_totals(t.name, '-infinity', 'infinity') counted;
  DELETE FROM wallet_balances;
  INSERT INTO wallet_balances (user_id, balance) SELECT user_id, balance FROM ledger_accounts WHERE user_id IS NOT NULL;
  DELETE FROM place_totals;
  INSERT INTO place_totals SELECT counted.*
  FROM (VALUES ('users:name'), ('users:last_seen_at'), ('users:balance'), ('transactions:amount')) s (name),
    count_place_totals(s.name) counted;
$$;
