import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";

/**
 * What changed of applicants since the approval, as JSON of kinds and sentences, worked out by the database for all rows of a
 * batch together. Reads `a` (application), `u` (its user) and `p` (its programme); what is not eligible any more comes first.
 */
export const changesNow = (): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'message', c.message) order by c.place), '[]'::jsonb)
  from (values
    (1, 'wallet', case
      when a.payout_kind <> 'wallet' then null
      when u.status = 'closed' then 'The account is closed, so nothing can be paid into its wallet.'
      when u.status = 'suspended' then 'The account is suspended.'
      when u.status = 'restricted' and u.restriction in ('no_credit', 'both')
        and (u.restricted_until is null or u.restricted_until > now())
        then 'The wallet is restricted: no money may go into it.' end),
    (2, 'eligibility', case
      when u.tier < p.tier_min then format('Tier %s now; the programme asks for tier %s.', u.tier, p.tier_min)
      when u.tier < (a.approved_as ->> 'tier')::int
        then format('Tier %s now, tier %s when approved.', u.tier, a.approved_as ->> 'tier') end),
    (3, 'eligibility', case
      when p.lgas <> '{}' and u.lga <> all (p.lgas) then format('Lives in %s now, which the programme does not cover.', u.lga)
      when u.lga <> a.approved_as ->> 'lga' then format('Lives in %s now, in %s when approved.', u.lga, a.approved_as ->> 'lga') end),
    (4, 'duplicate', case when a.duplicates <> '{}' and a.duplicates_cleared_at is null
      then format('Flagged as a possible duplicate: same %s.', replace(array_to_string(a.duplicates, ', '), '_', ' ')) end),
    (5, 'account', case when coalesce(a.account_last4, '') <> a.approved_as ->> 'account_last4'
      then 'It is paid to another account than when it was approved.' end)
  ) c (place, kind, message) where c.message is not null)`;

/** Looks at all rows of a batch that are still to be paid, and keeps what it finds. @returns how many rows have changes now */
export async function refreshChanges(tx: Transaction, batchId: string): Promise<number> {
  await tx.execute(sql`
    update grant_batch_rows r set changes = n.changes, updated_at = clock_timestamp()
    from (
      select x.row, ${changesNow()} as changes
      from grant_batch_rows x join grant_applications a on a.id = x.application_id
        join users u on u.id = a.user_id join grant_programmes p on p.id = a.programme_id
      where x.batch_id = ${batchId} and x.state = 'pending'
    ) n
    where r.batch_id = ${batchId} and r.row = n.row and r.changes <> n.changes`);
  const counted = await tx.execute<{ changed: number }>(sql`
    select count(*)::int as changed from grant_batch_rows
    where batch_id = ${batchId} and state = 'pending' and changes <> '[]'`);
  return counted.rows[0]?.changed ?? 0;
}
