import "server-only";
import { gt, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { auditArchives } from "@/lib/server/db/schema/audit-archives";
import { auditSealHead, auditSeals, auditWaiting } from "@/lib/server/db/schema/audit-seals";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { hasArrivedBy } from "@/lib/server/lists/list-window";

type PageInput = { page: number; size: number; until?: string };

/**
 * Longest time in seconds between a row's `at` and its commit: a statement and an idle transaction end after 15 s each
 * (db/client.ts).
 */
const COMMIT_LIMIT_SECONDS = 30;

/**
 * Selects the ids of a page of the whole trail. Positions in the hash chain have no gaps, so those of any page can be computed. Rows that
 * wait for their place in it (seal) are listed after all sealed ones. So are rows that arrived by `until` but were committed after a row
 * that arrived later: their positions follow those of the listed range.
 */
export function unfilteredPageIds(ascending: boolean, { page, size, until }: PageInput): SQL {
  const from = page * size;
  const pages = ascending
    ? sql`(select s.audit_id as id from ${auditSeals} s, ends
          where s.position > ends.archived + ${from}::bigint and s.position <= least(ends.archived + ${from + size}::bigint, ends.sealed))
        union all (select id from waiting order by id
          offset (select greatest(0, ${from}::bigint - (sealed - archived)) from ends)
          limit (select ${size}::bigint - least(${size}::bigint, greatest(0, sealed - archived - ${from}::bigint)) from ends))`
    : sql`(select id from waiting order by id desc offset ${from} limit ${size})
        union all (select s.audit_id as id from ${auditSeals} s, ends
          where s.position <= ends.sealed - greatest(0, ${from}::bigint - ends.waits)
            and s.position > greatest(ends.archived, ends.sealed + ends.waits - ${from + size}::bigint))`;
  return sql`(with waiting as materialized (${waitingRows(until)}), ends as materialized (${endsOf(until)})
    select id from (${pages}) as ids)`;
}

/** Returns the number of rows of the trail that arrived by `until`. */
export async function countAuditTrail(db: Queryable, until: string | undefined): Promise<number> {
  const { rows } = await db.execute<{ sealed: string; waits: string; archived: string }>(
    sql`with waiting as materialized (${waitingRows(until)}) ${endsOf(until)}`,
  );
  const [ends] = rows;
  return Math.max(0, Number(ends?.sealed ?? 0) - Number(ends?.archived ?? 0)) + Number(ends?.waits ?? 0);
}

const waitingRows = (until: string | undefined) =>
  until === undefined
    ? sql`select audit_id as id from ${auditWaiting}`
    : sql`select ${auditTrails.id} as id from ${auditWaiting} join ${auditTrails} on ${auditTrails.id} = ${auditWaiting.auditId}
        where ${hasArrivedBy(auditTrails.at, until)}
        union all select late.id from (${positionsOf(
          sql`${hasArrivedBy(auditTrails.at, until)} and at > ${until}::timestamptz - ${COMMIT_LIMIT}`,
        )}) late where late.position > coalesce((${lastPosition(until)}), 0)`;

/**
 * Selects the last sealed position and the number of waiting rows, counting rows that arrived by `until`, and the position up to
 * which all rows are in archives.
 */
const endsOf = (until: string | undefined) => sql`
  select coalesce((${lastPosition(until)}), 0) as sealed, (select count(*) from waiting) as waits,
    (select coalesce(max(${auditArchives.completeTo}), 0) from ${auditArchives}) as archived`;

const COMMIT_LIMIT = sql.raw(`interval '${COMMIT_LIMIT_SECONDS} seconds'`);

/** Selects the last position before the first row that arrived after `until`; all earlier rows arrived by then. */
const lastPosition = (until: string | undefined) =>
  until === undefined
    ? sql`select position from ${auditSealHead}`
    : sql`select coalesce(
        (select min(position) - 1 from (${positionsOf(sql`${gt(auditTrails.at, new Date(until))} and at <=
          (select min(at) from ${auditTrails} where ${gt(auditTrails.at, new Date(until))}) + ${COMMIT_LIMIT}`)}) later),
        (select position from ${auditSealHead}))`;

/**
 * Selects number and position of the sealed rows that match a condition on the time. `offset 0` makes PostgreSQL look up
 * each row's position in the index instead of reading the whole chain.
 */
const positionsOf = (where: SQL) => sql`
  select matching.id, seal.position from (select id from ${auditTrails} where ${where} offset 0) matching
  cross join lateral (select s.position from ${auditSeals} s where s.audit_id = matching.id offset 0) seal`;
