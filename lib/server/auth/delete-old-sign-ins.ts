import "server-only";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { proofChallenges } from "@/lib/server/db/schema/account";
import { adminReferences, signInCodes, turnedAway } from "@/lib/server/db/schema/session";

/** Deletes unfinished sign-ins, links, counters and idempotency keys after a day (see process/timed-tasks.ts). */
export async function deleteOldSignIns(db: Database): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  await db.delete(signInCodes).where(lte(signInCodes.expiresAt, yesterday));
  await db.delete(proofChallenges).where(lte(proofChallenges.expiresAt, yesterday));
  await db.delete(adminReferences).where(lte(adminReferences.expiresAt, yesterday));
  await db.execute(sql`delete from throttles where last_failure_at < ${yesterday}`);
  await db.delete(turnedAway).where(and(eq(turnedAway.times, 0), lte(turnedAway.lastAt, yesterday)));
  await db.execute(sql`delete from idempotency_keys where created_at < ${yesterday}`);
}
