import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { KYC_CHANGES } from "@/lib/server/db/schema/system-logs";

/** More than this at once, and it is simpler to read everything again. */
const NAMED = 200;

/**
 * The newest change of any request. Rows of the audit trail get their numbers in the order of their commits (whoever
 * appends holds the head), so nothing that is committed later has a smaller one: a mark misses nothing.
 */
export async function kycMark(db: Queryable): Promise<number> {
  const found = await db.execute<{ mark: string | null }>(
    sql`select max(id) as mark from audit_trails where ${sql.raw(KYC_CHANGES)}`,
  );
  return Number(found.rows[0]?.mark ?? 0);
}

/** What changed after a mark: one short look at the end of an index. */
export async function kycPulse(db: Queryable, since: number) {
  const found = await db.execute<{ id: string; kyc: string }>(sql`
    select id, record_id as kyc from audit_trails where ${sql.raw(KYC_CHANGES)} and id > ${since}
    order by id desc limit ${NAMED + 1}`);
  const changed = [...new Set(found.rows.map(({ kyc }) => kyc))];
  return {
    mark: Math.max(since, Number(found.rows[0]?.id ?? 0)),
    changed: found.rows.length > NAMED ? null : changed,
  };
}
