import "server-only";
import { eq } from "drizzle-orm";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import { auditVerificationMacs } from "@/lib/server/base/secret";
import type { Queryable } from "@/lib/server/db/client";
import { auditVerified } from "@/lib/server/db/schema/audit-seals";

/** Stored mark of how far the audit chain was verified, by whom and when (schema/audit-seals.ts). */
export type VerifiedMark = Omit<typeof auditVerified.$inferSelect, "only" | "mac">;
/** A part of the chain that was verified without a fault: the positions after `after`, up to `checked`. */
type VerifiedSection = { after: number; checked: number; checkedHash: string; startedAt: Date };
type Verifier = { id: string; name: string };

/** `completeAt` of a mark after a fault. It is replaced when a verification from the first row reaches the mark without a fault. */
const NEVER_COMPLETE = new Date(0);
/** Maximum number of attempts to move a mark that other calls move concurrently. */
const RECORD_ATTEMPTS = 5;

const macsOf = (mark: VerifiedMark) => auditVerificationMacs(canonicalJson(mark));

/**
 * Returns the mark; null if there is none, or if its MAC shows that this server did not write it. `mac`: the stored MAC, even if it is
 * wrong.
 */
export async function readVerifiedMark(db: Queryable): Promise<{ mark: VerifiedMark | null; mac: string | null }> {
  const [row] = await db.select().from(auditVerified);
  if (!row) return { mark: null, mac: null };
  const { only, mac, ...mark } = row;
  return { mark: macsOf(mark).includes(mac) ? mark : null, mac };
}

/** Moves the mark to the end of a verified section. Reads it again if another call has moved it. @returns the stored mark */
export async function advanceVerifiedMark(
  db: Queryable,
  stored: Awaited<ReturnType<typeof readVerifiedMark>>,
  section: VerifiedSection,
  by: Verifier,
): Promise<VerifiedMark | null> {
  let { mark, mac } = stored;
  for (let attempt = 0; attempt < RECORD_ATTEMPTS; attempt++) {
    const moved = nextVerifiedMark(mark, section, by);
    if (!moved || moved === mark) return mark;
    const [newMac = ""] = macsOf(moved);
    const values = { ...moved, mac: newMac };
    const changed =
      mac === null
        ? await db.insert(auditVerified).values(values).onConflictDoNothing().returning()
        : await db.update(auditVerified).set(values).where(eq(auditVerified.mac, mac)).returning();
    if (changed.length > 0) return moved;
    ({ mark, mac } = await readVerifiedMark(db));
  }
  return mark;
}

/** Returns true if a fault was found after the last complete verification. The next verification then begins at the first row. */
export const hasUnclearedFault = ({ completeAt }: VerifiedMark) => completeAt.getTime() === NEVER_COMPLETE.getTime();

/**
 * Records a fault in the mark. Its position and hash stay as evidence: without them, a chain rewritten with matching
 * hashes would pass the next verification.
 */
export async function recordChainFault(db: Queryable): Promise<void> {
  for (let attempt = 0; attempt < RECORD_ATTEMPTS; attempt++) {
    const { mark, mac } = await readVerifiedMark(db);
    if (!mark || mac === null) return;
    const faulty = { ...mark, completeAt: NEVER_COMPLETE, repeatPosition: 0, repeatStartedAt: new Date() };
    const [newMac = ""] = macsOf(faulty);
    const changed = await db
      .update(auditVerified)
      .set({ ...faulty, mac: newMac })
      .where(eq(auditVerified.mac, mac))
      .returning({ position: auditVerified.position });
    if (changed.length > 0) return;
  }
}

/** Returns the mark after a section of the audit chain was verified. Unverified rows between mark and section keep it from moving. */
export function nextVerifiedMark(
  mark: VerifiedMark | null,
  section: VerifiedSection,
  by: Verifier,
): VerifiedMark | null {
  const { after, checked, checkedHash, startedAt } = section;
  const end = { position: checked, hash: checkedHash, verifiedAt: startedAt, adminId: by.id, adminName: by.name };
  if (!mark) {
    if (after > 0 || checked === 0) return null;
    return { ...end, completeAt: startedAt, repeatPosition: checked, repeatStartedAt: startedAt };
  }
  if (after > mark.position) return mark;
  const repeat = repeatAfter(mark, section);
  const verified = { ...mark, ...(checked > mark.position && end), ...repeat };
  const isRepeated = repeat.repeatPosition >= verified.position;
  return isRepeated ? { ...verified, ...end, completeAt: repeat.repeatStartedAt } : verified;
}

/**
 * Returns how far the newest verification from the first row has progressed, and a time after which all of its rows were verified. A
 * section that began before the last fault was found does not count.
 */
function repeatAfter(mark: VerifiedMark, { after, checked, startedAt }: VerifiedSection) {
  const { repeatPosition, repeatStartedAt } = mark;
  const isOlder = startedAt < repeatStartedAt;
  if (hasUnclearedFault(mark) && isOlder) return { repeatPosition, repeatStartedAt };
  if (after === 0) return { repeatPosition: checked, repeatStartedAt: startedAt };
  if (after > repeatPosition || checked <= repeatPosition) return { repeatPosition, repeatStartedAt };
  return { repeatPosition: checked, repeatStartedAt: isOlder ? startedAt : repeatStartedAt };
}
