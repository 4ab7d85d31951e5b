import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import type { promotionCalls as contract } from "@/lib/contract/promotion";
import { PROMOTION_ABUSE_SHARED_DATA, type SharedDataKind } from "@/lib/contract/promotion.values";
import type { AbuseCluster } from "@/lib/contract/promotion-figures";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { hasNameWords } from "@/lib/server/lists/search-terms";
import type { DayPeriod } from "@/lib/server/transaction/overview";

type ListInput = InputOf<typeof contract.abuse>;
type ClusterRow = Omit<AbuseCluster, "last_used_at"> & { last_used_at: Date; total: number };
type ClusterQuery = { promotion?: string; period?: DayPeriod; kinds: readonly SharedDataKind[] };

/** Maximum number of newest promotion uses to search, which limits the query's cost. */
const MAX_USES_READ = 50_000;
/** Maximum number of accounts listed for one shared device, phone or identity number. */
const MAX_USERS_NAMED = 10;

/**
 * Lists groups of accounts that used promotions from one device, or with the same identity number or phone. Identity numbers are from the
 * newest approved or pending KYC request. Searches the newest 50,000 uses, of all promotions or of one. By default, groups with most
 * accounts are first. `q`: beginnings of an account's names, or the last characters of the shared value.
 */
export async function listPossibleAbuse(db: Queryable, input: ListInput) {
  const { page, size, promotion, kind, q = "" } = input;
  const sort = input.sort ?? "-accounts";
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  const column = sort.endsWith("amount") ? sql`amount` : sql`accounts`;
  const result = await db.execute<ClusterRow>(sql`
    with ${sharedAccountsSql({ promotion, kinds: kind ? [kind] : PROMOTION_ABUSE_SHARED_DATA })},
      shown as materialized (select *, count(*) over ()::int as total from cluster ${searchCondition(q.trim())}
        order by ${column} ${direction}, last_used_at desc, kind, key limit ${size} offset ${page * size})
    select kind, ending, accounts, uses::int as uses, amount::float8 as amount, last_used_at, total, named.users
    from shown cross join lateral (
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'uses', m.uses,
        'amount', m.amount) order by m.uses desc, m.amount desc, u.id) as users
      from (select * from member where (member.kind, member.key) = (shown.kind, shown.key)
        order by uses desc, amount desc, user_id limit ${MAX_USERS_NAMED}) m join users u on u.id = m.user_id
    ) named order by ${column} ${direction}, last_used_at desc, kind, key`);
  const count = result.rows[0]?.total ?? (page > 0 ? await countMatchingClusters(db, input) : 0);
  const items = result.rows.map(({ total: _total, last_used_at, ...cluster }) => ({
    ...cluster,
    last_used_at: new Date(last_used_at).toISOString(),
  }));
  return toPagedList({ page, size }, items, toCappedTotal(count));
}

/** Counts groups of accounts with shared data that used promotions on these days. */
export async function countAbuseClusters(db: Queryable, period: DayPeriod): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`with ${sharedAccountsSql({ period, kinds: PROMOTION_ABUSE_SHARED_DATA })} select count(*)::int as count from cluster`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts groups of accounts in a separate query, because a page after the last one has no row with the total. */
async function countMatchingClusters(db: Queryable, { promotion, kind, q = "" }: ListInput): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with ${sharedAccountsSql({ promotion, kinds: kind ? [kind] : PROMOTION_ABUSE_SHARED_DATA })}
    select count(*)::int as count from cluster ${searchCondition(q.trim())}`);
  return rows[0]?.count ?? 0;
}

function searchCondition(searchText: string): SQL {
  if (!searchText) return sql``;
  return sql`where lower(ending) = lower(${cleanPastedValue(searchText)}) or exists (
    select 1 from member m join users u on u.id = m.user_id where (m.kind, m.key) = (cluster.kind, cluster.key)
      and ${hasNameWords(sql`u.words`, searchText)})`;
}

/**
 * Returns SQL of two CTEs. `cluster`: groups of accounts that share a key. `member`: their accounts with uses and kobo. Keys are hashes and
 * phone numbers, and must not be returned to clients.
 */
function sharedAccountsSql({ promotion, period, kinds }: ClusterQuery): SQL {
  const inPeriod = period
    ? sql`and created_at >= ${startOfDay(period.from)} and created_at < ${endOfDay(period.to)}`
    : sql``;
  const linkQueries = kinds.map((kind) => SHARED_VALUE_QUERIES[kind]);
  return sql`used as materialized (
      select user_id, device_hash, device_ending, amount - returned as amount, created_at from promotion_redemptions
      where state in ('reserved', 'redeemed') ${promotion ? sql`and promotion_id = ${promotion}` : sql``} ${inPeriod}
      order by created_at desc limit ${MAX_USES_READ}
    ), account as materialized (
      select user_id, count(*) as uses, sum(amount) as amount, max(created_at) as last_used_at from used group by user_id
    ), identity as materialized (
      select a.*, k.phone, k.identity_number_hash, k.identity_number_last4 from account a cross join lateral (
        select phone, identity_number_hash, identity_number_last4 from kyc_requests
        where user_id = a.user_id and state in ('approved', 'pending', 'in_review')
        order by submitted_at desc, id desc limit 1) k
    ), member as materialized (${sql.join(linkQueries, sql` union all `)}
    ), cluster as materialized (
      select kind, key, max(ending) as ending, count(*)::int as accounts, sum(uses) as uses, sum(amount) as amount,
        max(last_used_at) as last_used_at
      from member group by kind, key having count(*) > 1
    )`;
}

/** SQL that selects accounts with their shared value, for each kind of value. */
const SHARED_VALUE_QUERIES: Record<SharedDataKind, SQL> = {
  device: sql`select 'device' as kind, device_hash as key, coalesce(max(device_ending), '') as ending, user_id,
    count(*) as uses, sum(amount) as amount, max(created_at) as last_used_at
    from used where device_hash is not null group by device_hash, user_id`,
  phone: sql`select 'phone' as kind, phone as key, right(phone, 4) as ending, user_id, uses, amount, last_used_at from identity`,
  identity_number: sql`select 'identity_number' as kind, identity_number_hash as key, identity_number_last4 as ending, user_id,
    uses, amount, last_used_at from identity`,
};
