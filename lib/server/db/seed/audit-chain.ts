import "server-only";
import { sql } from "drizzle-orm";
import { type AuditHead, type AuditRow, auditDigest, SIGN_IN, storable } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";

const CHUNK = 400;

/**
 * Appends past rows to the audit trail, in order. Hash chain and totals per admin are the same as if each row had been appended
 * at its time (lib/server/audit/audit.ts), with a hundredth of the statements.
 */
export async function appendPast(tx: Transaction, rows: readonly AuditRow[]): Promise<void> {
  const found = await tx.execute<{ id: string; hash: string }>(sql`select id, hash from audit_head for update`);
  const first = found.rows[0];
  if (!first) throw new Error("The audit chain has no head.");
  let head: AuditHead = { id: Number(first.id), hash: first.hash };
  const links = rows.map((row) => {
    const stored = storable(row);
    const link = { ...stored, id: head.id + 1, previousHash: head.hash };
    head = { id: link.id, hash: auditDigest(link.id, link.previousHash, stored) };
    return { ...link, hash: head.hash };
  });
  for (let from = 0; from < links.length; from += CHUNK)
    await tx.insert(auditTrails).values(links.slice(from, from + CHUNK));
  await tx.execute(sql`update audit_head set id = ${head.id}, hash = ${head.hash}`);
  await tx.execute(sql`insert into user_activities as u
      (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
    select admin_id, (array_agg(admin_name order by id desc))[1], count(*) filter (where outcome = 'done'),
      count(*) filter (where outcome = 'done' and action = ${SIGN_IN}), count(*) filter (where outcome <> 'done'),
      min(at), max(at), (array_agg(action order by id desc))[1]
    from audit_trails where id > ${Number(first.id)} and admin_id in (select id from admins) group by admin_id
    on conflict (user_id) do update set name = excluded.name, actions = u.actions + excluded.actions,
      sign_ins = u.sign_ins + excluded.sign_ins, refused = u.refused + excluded.refused,
      last_at = excluded.last_at, last_action = excluded.last_action`);
}
