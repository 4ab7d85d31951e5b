import "server-only";
import { eq } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { systemLogCalls } from "@/lib/contract/system-logs";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { readSealLag } from "@/lib/server/audit/seal-lag";
import type { Queryable } from "@/lib/server/db/client";
import { auditSealHead, auditSeals } from "@/lib/server/db/schema/audit-seals";
import { FAULTLESS_VERIFICATION_RESULTS } from "@/lib/server/status/last-verification";
import { shareVerification } from "./share-verification";
import {
  advanceVerifiedMark,
  hasUnclearedFault,
  readVerifiedMark,
  recordChainFault,
  type VerifiedMark,
} from "./verified-mark";

/**
 * Verifies the next part of the trail: after a given position, or after the last position that any admin has verified. Needs only
 * the read right; the final result is audited.
 */
export async function verifyAuditTrail(context: HandlerContext, input: InputOf<typeof systemLogCalls.verify>) {
  const { db, admin, audit } = context;
  const stored = await readVerifiedMark(db);
  // After a fault, a verification begins at the first row.
  const start = stored.mark && !hasUnclearedFault(stored.mark) ? stored.mark : null;
  const isContinued = input.from === "verified" && start !== null;
  const after = input.from === "after" ? input.after : (start?.position ?? 0);
  if (after > (stored.mark?.position ?? 0)) await refusePositionPastHead(db, after);
  const { checkedHash, runStart, runStartedAt, ...section } = await shareVerification(db, after);
  const bad = await findFirstFault(db, stored.mark, section);
  const answer = { ...section, bad: bad && toBadRow(bad), finished: section.finished || bad !== null };
  if (bad) await recordChainFault(db);
  const { checked } = section;
  const by = { id: admin.id, name: fullName(admin) };
  // Adds everything that this run verified to the mark, not only this call's part, because another admin may have restarted the
  // verification that the mark counts.
  const verified = { after: runStart, checked, checkedHash, startedAt: runStartedAt };
  const mark = bad ? null : await advanceVerifiedMark(db, stored, verified, by);
  if (answer.finished) {
    const row = bad && (bad.row ?? `at position ${bad.position}`);
    audit({
      record: row === null ? null : { type: "audit_trail", id: row, name: `Row ${row}` },
      after: {
        result: bad ? bad.message : resultOf(mark, runStart, checked),
        rows: answer.rows,
        ...(mark && !hasUnclearedFault(mark) && { complete_verification: mark.completeAt.toISOString() }),
      },
    });
  }
  const { seconds } = await readSealLag(db);
  return { ...answer, waiting_seconds: Math.floor(seconds), earlier: isContinued ? toEarlierPart(start) : null };
}

type Section = Pick<Awaited<ReturnType<typeof shareVerification>>, "bad" | "checked" | "finished">;

const toBadRow = ({ isMark, ...bad }: NonNullable<Awaited<ReturnType<typeof findFirstFault>>>) => ({
  ...bad,
  earlier_rows_changed: isMark,
});

/** Refuses a position past the end of the chain, where `verifyAuditChain` would report a fault. @throws 400 */
async function refusePositionPastHead(db: Queryable, after: number): Promise<void> {
  const [head] = await db.select().from(auditSealHead);
  const newest = head?.position ?? 0;
  if (after > newest)
    throw refuse.badInput(`The chain ends at position ${newest}.`, { after: "This is past the end." });
}

/** Returns the result of a verification without a fault. A part after a gap proves nothing about the other rows. */
function resultOf(mark: VerifiedMark | null, runStart: number, checked: number): string {
  if (!mark || hasUnclearedFault(mark) || checked > mark.position) return FAULTLESS_VERIFICATION_RESULTS.part;
  return runStart === 0 && mark.repeatPosition >= mark.position
    ? FAULTLESS_VERIFICATION_RESULTS.all
    : FAULTLESS_VERIFICATION_RESULTS.newRows;
}

/** Returns the earlier of two faults: the one in this section, or a hash at the mark that differs from the verified one. */
async function findFirstFault(db: Queryable, mark: VerifiedMark | null, { bad, checked, finished }: Section) {
  const isReached = mark !== null && (finished || checked >= mark.position);
  const isBefore = isReached && bad !== null && bad.position !== null && bad.position < mark.position;
  return (isReached && !isBefore ? await findRewrittenMark(db, mark) : null) ?? (bad && { ...bad, isMark: false });
}

/** Returns a fault if the hash at the mark is missing or differs from the verified one: the chain before it was rewritten. */
async function findRewrittenMark(db: Queryable, { position, hash }: VerifiedMark) {
  const [seal] = await db.select().from(auditSeals).where(eq(auditSeals.position, position));
  if (seal?.hash === hash) return null;
  if (!seal)
    return {
      position,
      row: null,
      message: "It was verified before and is missing: the end was cut off.",
      isMark: true,
    };
  return {
    position,
    row: String(seal.auditId),
    message: "It is not the row that was verified here: it was rewritten.",
    isMark: true,
  };
}

const toEarlierPart = ({ position, verifiedAt, adminName, completeAt }: VerifiedMark) => ({
  position,
  at: verifiedAt.toISOString(),
  by: adminName,
  complete_at: completeAt.toISOString(),
});
