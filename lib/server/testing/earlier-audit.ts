import { sql } from "drizzle-orm";
import { toStorableAuditRow } from "@/lib/server/audit/audit";
import { type AuditRow, FULL_FORMAT, sealHash } from "@/lib/server/audit/digest";
import type { Transaction } from "@/lib/server/db/client";

/** Appends an audit row as releases before migration 0025 did: their statements compute the row's number and hash. */
export async function appendAuditRowAsEarlierRelease(tx: Transaction, row: AuditRow): Promise<void> {
  const found = await tx.execute<{ id: string; hash: string }>(sql`select id, hash from audit_head for update`);
  const head = found.rows[0];
  if (!head) throw new Error("The audit chain has no head.");
  const id = Number(head.id) + 1;
  const stored = toStorableAuditRow(row);
  const link = { position: id, previousHash: head.hash };
  const hash = sealHash(FULL_FORMAT, link, { ...stored, id, byCitizen: false, personalDigest: null });
  const { at, adminId, adminName, action, outcome, refusal, recordType, recordId, recordName } = stored;
  const done = outcome === "done" ? 1 : 0;
  await tx.execute(sql`with head as (update audit_head set id = ${id}, hash = ${hash})
    , activity as (insert into user_activities as u
        (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
      select ${adminId}::uuid, ${adminName ?? ""}, ${done}::int, 0, ${1 - done}::int, ${at}::timestamptz,
        ${at}::timestamptz, ${action} where exists (select 1 from admins where id = ${adminId}::uuid)
      on conflict (user_id) do update set actions = u.actions + excluded.actions, refused = u.refused + excluded.refused)
    insert into audit_trails (id, at, admin_id, admin_name, action, outcome, refusal, record_type, record_id, record_name,
      before, after, address, device, request_id, previous_hash, hash)
    values (${id}, ${at}, ${adminId}, ${adminName}, ${action}, ${outcome}, ${refusal}, ${recordType}, ${recordId},
      ${recordName}, ${JSON.stringify(stored.before)}::jsonb, ${JSON.stringify(stored.after)}::jsonb, ${stored.address},
      ${stored.device}, ${stored.requestId}, ${head.hash}, ${hash})`);
}
