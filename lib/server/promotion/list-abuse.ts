import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { promotion as contract } from "@/lib/contract/promotion";
import { ABUSE_KINDS, type AbuseKind } from "@/lib/contract/promotion.values";
import type { AbuseCluster } from "@/lib/contract/promotion-figures";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { answerOf, capped, likePrefix } from "@/lib/server/lists/list";
import type { Period } from "@/lib/server/transaction/overview";

type ListInput = InputOf<typeof contract.abuse>;
type Cluster = Omit<AbuseCluster, "last_used_at"> & { last_used_at: Date; total: number };
type Asked = { promotion?: string; period?: Period; kinds: readonly AbuseKind[] };

/** The newest uses, which are put together. What is older was in sight before, and the answer never costs more. */
const USES = 50_000;
/** Accounts of a cluster that are named. */
const NAMED = 10;

/**
 * Accounts that used promotions from one device, or with one identity number or phone in their newest KYC request that is
 * approved or waits: of the newest 50,000 uses, of all promotions or of one. Most accounts first unless told. `q` begins a name
 * of one of the accounts, or is the ending.
 */
export async function listAbuse(db: Queryable, input: ListInput) {
  const { page, size, promotion, kind, q = "" } = input;
  const sort = input.sort ?? "-accounts";
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  const column = sort.endsWith("amount") ? sql`amount` : sql`accounts`;
  const found = await db.execute<Cluster>(sql`
    with ${clusters({ promotion, kinds: kind ? [kind] : ABUSE_KINDS })},
      shown as materialized (select *, count(*) over ()::int as total from cluster ${matching(q.trim())}
        order by ${column} ${direction}, last_used_at desc, kind, key limit ${size} offset ${page * size})
    select kind, ending, accounts, uses::int as uses, amount::float8 as amount, last_used_at, total, named.users
    from shown cross join lateral (
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'uses', m.uses,
        'amount', m.amount) order by m.uses desc, m.amount desc, u.id) as users
      from (select * from member where (member.kind, member.key) = (shown.kind, shown.key)
        order by uses desc, amount desc, user_id limit ${NAMED}) m join users u on u.id = m.user_id
    ) named order by ${column} ${direction}, last_used_at desc, kind, key`);
  const count = found.rows[0]?.total ?? (page > 0 ? await countOf(db, input) : 0);
  const items = found.rows.map(({ total: _total, last_used_at, ...cluster }) => ({
    ...cluster,
    last_used_at: new Date(last_used_at).toISOString(),
  }));
  return answerOf({ page, size }, items, capped(count));
}

/** How many clusters there are of what was used on these days. */
export async function countClusters(db: Queryable, period: Period): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`with ${clusters({ period, kinds: ABUSE_KINDS })} select count(*)::int as count from cluster`,
  );
  return rows[0]?.count ?? 0;
}

/** A page after the last has no rows to say it. */
async function countOf(db: Queryable, { promotion, kind, q = "" }: ListInput): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with ${clusters({ promotion, kinds: kind ? [kind] : ABUSE_KINDS })}
    select count(*)::int as count from cluster ${matching(q.trim())}`);
  return rows[0]?.count ?? 0;
}

function matching(typed: string): SQL {
  if (!typed) return sql``;
  const begins = (column: SQL) => sql`lower(${column}) like lower(${likePrefix(typed)})`;
  return sql`where lower(ending) = lower(${typed}) or exists (
    select 1 from member m join users u on u.id = m.user_id where (m.kind, m.key) = (cluster.kind, cluster.key)
      and (${begins(sql`u.first_name`)} or ${begins(sql`u.last_name`)} or ${begins(sql`u.first_name || ' ' || u.last_name`)}))`;
}

/**
 * `member`: each account of each cluster with its uses and kobo; `cluster`: the clusters. Keys are hashes and phone numbers,
 * which stay in the database.
 */
function clusters({ promotion, period, kinds }: Asked): SQL {
  const within = period
    ? sql`and created_at >= ${startOfDay(period.from)} and created_at < ${endOfDay(period.to)}`
    : sql``;
  const asked = kinds.map((kind) => LINKS[kind]);
  return sql`used as materialized (
      select user_id, device_hash, device_ending, amount - returned as amount, created_at from promotion_redemptions
      where state in ('reserved', 'redeemed') ${promotion ? sql`and promotion_id = ${promotion}` : sql``} ${within}
      order by created_at desc limit ${USES}
    ), account as materialized (
      select user_id, count(*) as uses, sum(amount) as amount, max(created_at) as last_used_at from used group by user_id
    ), identity as materialized (
      select a.*, k.phone, k.identity_number_hash, k.identity_number_last4 from account a cross join lateral (
        select phone, identity_number_hash, identity_number_last4 from kyc_requests
        where user_id = a.user_id and state in ('approved', 'pending', 'in_review')
        order by submitted_at desc, id desc limit 1) k
    ), member as materialized (${sql.join(asked, sql` union all `)}
    ), cluster as materialized (
      select kind, key, max(ending) as ending, count(*)::int as accounts, sum(uses) as uses, sum(amount) as amount,
        max(last_used_at) as last_used_at
      from member group by kind, key having count(*) > 1
    )`;
}

/** What leads from an account to others, by kind. */
const LINKS: Record<AbuseKind, SQL> = {
  device: sql`select 'device' as kind, device_hash as key, coalesce(max(device_ending), '') as ending, user_id,
    count(*) as uses, sum(amount) as amount, max(created_at) as last_used_at
    from used where device_hash is not null group by device_hash, user_id`,
  phone: sql`select 'phone' as kind, phone as key, right(phone, 4) as ending, user_id, uses, amount, last_used_at from identity`,
  identity_number: sql`select 'identity_number' as kind, identity_number_hash as key, identity_number_last4 as ending, user_id,
    uses, amount, last_used_at from identity`,
};
