import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";

/**
 * Results that the audit row of a verification of the audit trail without a fault can have. `all`: all rows were verified.
 * `newRows`: the rows after those verified before. `part`: a part that proves nothing about the other rows.
 */
export const VERIFIED_RESULTS = { all: "whole", newRows: "new rows whole", part: "part whole" } as const;

/** Verifications of ledger and audit trail: the call, its results without a fault, and a result that does not count. */
const VERIFICATIONS = {
  ledger: { action: "systemWallet.verify", ok: ["right"] as string[], ignored: "" },
  chain: {
    action: "systemLogs.verify",
    ok: [VERIFIED_RESULTS.all, VERIFIED_RESULTS.newRows] as string[],
    ignored: VERIFIED_RESULTS.part,
  },
} as const;

const resultColumn = sql<string | null>`${auditTrails.after} ->> 'result'`;
const beganColumn = sql<string | null>`${auditTrails.after} ->> 'began'`;
/** SQL: time of the last complete verification, which the audit row of a verification of new rows contains. */
const completeColumn = sql<string | null>`${auditTrails.after} ->> 'complete_verification'`;

/**
 * Returns the last verification of the ledger or of the audit chain, from its audit row; null without one. `at`: start
 * or end of the last complete one, so that verifications of new rows alone don't postpone it; for a fault its own time. `badRow`: name of the first
 * bad row, if there is one.
 */
export async function readLastVerification(db: Queryable, subject: keyof typeof VERIFICATIONS) {
  const { action, ok, ignored } = VERIFICATIONS[subject];
  const [row] = await db
    .select({
      at: auditTrails.at,
      result: resultColumn,
      completeAt: completeColumn,
      began: beganColumn,
      badRow: auditTrails.recordName,
    })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.action, action),
        eq(auditTrails.outcome, "done"),
        sql`${resultColumn} is distinct from ${ignored}`,
      ),
    )
    .orderBy(desc(auditTrails.at), desc(auditTrails.id))
    .limit(1);
  if (!row) return null;
  const isOk = ok.includes(row.result ?? "");
  return {
    at: isOk && row.completeAt ? new Date(row.completeAt) : row.at,
    /** Start of a ledger check: later postings were not verified. */
    beganAt: row.began ? new Date(row.began) : row.at,
    isOk,
    result: row.result ?? "",
    badRow: row.badRow,
  };
}
