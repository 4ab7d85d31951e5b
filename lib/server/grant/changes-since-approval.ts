import "server-only";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { addRuleOfFilteredGroup, isInGroupOfFilter } from "@/lib/server/user/group-rule";
import type { PayoutBatchRecord } from "./batch-record";

/** SQL for today's date in Lagos. `ageLimitsSql` describes the programme's age limits in the words of eligibility.ts. */
const todaySql = sql`(now() at time zone 'Africa/Lagos')::date`;
const ageLimitsSql = sql`case when p.age_min is null then p.age_max || ' or younger' when p.age_max is null then p.age_min || ' or older'
  else p.age_min || ' to ' || p.age_max end`;

/**
 * Returns SQL for what has changed about an applicant since the approval: JSON of kinds and sentences, eligibility first. One query
 * computes the changes for all rows of a batch. Expects the aliases `a` (application), `u` (user) and `p` (programme).
 */
export async function changesSinceApprovalSql(db: Queryable, programmeId: string): Promise<SQL> {
  const [programme] = await db
    .select({ groupId: grantProgrammes.groupId })
    .from(grantProgrammes)
    .where(eq(grantProgrammes.id, programmeId));
  return buildChangesSql(programme?.groupId ? await inGroupSql(db, programme.groupId) : sql`true`);
}

/** Returns an SQL condition: user `u` is in the group, as a listed member or by the group's rule. */
async function inGroupSql(db: Queryable, group: string): Promise<SQL> {
  const groupCondition = isInGroupOfFilter(await addRuleOfFilteredGroup(db, { group }));
  return sql`exists (select 1 from ${users} where ${and(sql`${users.id} = u.id`, groupCondition)})`;
}

const buildChangesSql = (isInGroup: SQL): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'message', c.message) order by c.place), '[]'::jsonb)
  from (values
    (1, 'wallet', case
      when u.status = 'closed' then 'The account is closed, so the grant can''t be paid.'
      when u.status = 'suspended' then 'The account is suspended.'
      when a.payout_kind <> 'wallet' then null
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
    (4, 'eligibility', case
      when u.date_of_birth > (${todaySql} - make_interval(years => p.age_min))::date
        or u.date_of_birth <= (${todaySql} - make_interval(years => p.age_max + 1))::date
        then format('Aged %s now; the programme is for people aged %s.', extract(year from age(${todaySql}, u.date_of_birth)), ${ageLimitsSql}) end),
    (5, 'eligibility', case when not (${isInGroup}) then 'Not in the group any more that the programme is for.' end),
    (6, 'duplicate', case when a.duplicates <> '{}' and a.duplicates_cleared_at is null
      then format('Flagged as a possible duplicate: same %s.', replace(array_to_string(a.duplicates, ', '), '_', ' ')) end),
    (7, 'account', case when coalesce(a.account_last4, '') <> a.approved_as ->> 'account_last4'
      then 'It is paid to another account than when it was approved.' end)
  ) c (place, kind, message) where c.message is not null)`;

type BatchRef = Pick<PayoutBatchRecord, "id" | "programmeId">;

/** Returns SQL for the pending rows of a batch, each with the current changes of its applicant since the approval. */
const pendingWithChanges = async (db: Queryable, { id, programmeId }: BatchRef): Promise<SQL> => sql`(
  select x.row, ${await changesSinceApprovalSql(db, programmeId)} as changes
  from grant_batch_rows x join grant_applications a on a.id = x.application_id
    join users u on u.id = a.user_id join grant_programmes p on p.id = a.programme_id
  where x.batch_id = ${id} and x.state = 'pending')`;

/**
 * Recomputes and stores what has changed about the applicants of a batch's pending rows since their approval.
 * @returns number of rows with changes
 */
export async function storeApplicantChanges(tx: Transaction, batch: BatchRef): Promise<number> {
  await tx.execute(sql`
    update grant_batch_rows r set changes = n.changes, updated_at = clock_timestamp()
    from ${await pendingWithChanges(tx, batch)} n
    where r.batch_id = ${batch.id} and r.row = n.row and r.changes <> n.changes`);
  const counted = await tx.execute<{ changed: number }>(sql`
    select count(*)::int as changed from grant_batch_rows
    where batch_id = ${batch.id} and state = 'pending' and changes <> '[]'`);
  return counted.rows[0]?.changed ?? 0;
}

/** Counts pending rows of a batch whose applicants have changes that are not stored yet. */
export async function countUnstoredApplicantChanges(tx: Transaction, batch: BatchRef): Promise<number> {
  const counted = await tx.execute<{ unseen: number }>(sql`
    select count(*)::int as unseen from ${await pendingWithChanges(tx, batch)} n
      join grant_batch_rows r on r.batch_id = ${batch.id} and r.row = n.row
    where not r.changes @> n.changes`);
  return counted.rows[0]?.unseen ?? 0;
}
