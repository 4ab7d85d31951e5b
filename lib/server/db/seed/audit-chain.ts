import "server-only";
import { sql } from "drizzle-orm";
import { type AuditChainHead, type AuditRow, auditDigest, SIGN_IN_API, toStorableRow } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";

const ROWS_PER_INSERT = 400;

/**
 * Appends past rows to the audit trail, in order. Hash chain and totals are the same as if each row had been appended
 * at its time (lib/server/audit/audit.ts), but with a hundredth of the statements.
 */
export async function appendPastAudit(tx: Transaction, rows: readonly AuditRow[]): Promise<void> {
  const headRows = await tx.execute<{ id: string; hash: string }>(sql`select id, hash from audit_head for update`);
  const headBefore = headRows.rows[0];
  if (!headBefore) throw new Error("The audit chain has no head.");
  let head: AuditChainHead = { id: Number(headBefore.id), hash: headBefore.hash };
  const chainRows = rows.map((row) => {
    const stored = toStorableRow(row);
    const chainRow = { ...stored, id: head.id + 1, previousHash: head.hash };
    head = { id: chainRow.id, hash: auditDigest(chainRow.id, chainRow.previousHash, stored) };
    return { ...chainRow, hash: head.hash };
  });
  for (let from = 0; from < chainRows.length; from += ROWS_PER_INSERT)
    await tx.insert(auditTrails).values(chainRows.slice(from, from + ROWS_PER_INSERT));
  await tx.execute(sql`update audit_head set id = ${head.id}, hash = ${head.hash}`);
  await tx.execute(sql`insert into user_activities as u
      (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
    select admin_id, (array_agg(admin_name order by id desc))[1], count(*) filter (where outcome = 'done'),
      count(*) filter (where outcome = 'done' and action = ${SIGN_IN_API}), count(*) filter (where outcome <> 'done'),
      min(at), max(at), (array_agg(action order by id desc))[1]
    from audit_trails where id > ${Number(headBefore.id)} and admin_id in (select id from admins) group by admin_id
    on conflict (user_id) do update set name = excluded.name, actions = u.actions + excluded.actions,
      sign_ins = u.sign_ins + excluded.sign_ins, refused = u.refused + excluded.refused,
      last_at = excluded.last_at, last_action = excluded.last_action`);
}
