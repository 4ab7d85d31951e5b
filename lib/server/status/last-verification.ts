import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";

/** The call that verifies, and the result that its audit row has if there is no fault. */
const VERIFICATIONS = {
  ledger: { action: "systemWallet.verify", ok: "right" },
  chain: { action: "systemLogs.verify", ok: "whole" },
} as const;

/** Returns the last complete verification of the ledger or of the audit chain, from its audit row; null without one. */
export async function readLastVerification(db: Queryable, subject: keyof typeof VERIFICATIONS) {
  const { action, ok } = VERIFICATIONS[subject];
  const [row] = await db
    .select({ at: auditTrails.at, result: sql<string | null>`${auditTrails.after} ->> 'result'` })
    .from(auditTrails)
    .where(and(eq(auditTrails.action, action), eq(auditTrails.outcome, "done")))
    .orderBy(desc(auditTrails.at), desc(auditTrails.id))
    .limit(1);
  return row ? { at: row.at, isOk: row.result === ok, result: row.result ?? "" } : null;
}
