import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";

/**
 * Result stored in the audit row of an audit trail verification that found no fault. `all`: all rows were verified. `newRows`: only rows newer than
 * the last verification. `part`: only some rows were verified, which proves nothing about the other rows.
 */
export const FAULTLESS_VERIFICATION_RESULTS = { all: "whole", newRows: "new rows whole", part: "part whole" } as const;

/** Calls that verify the ledger and the audit trail. `ok`: results without a fault; `ignored`: result that counts as no verification. */
const VERIFICATIONS = {
  ledger: { action: "systemWallet.verify", ok: ["right"] as string[], ignored: "" },
  chain: {
    action: "systemLogs.verify",
    ok: [FAULTLESS_VERIFICATION_RESULTS.all, FAULTLESS_VERIFICATION_RESULTS.newRows] as string[],
    ignored: FAULTLESS_VERIFICATION_RESULTS.part,
  },
} as const;

const resultColumn = sql<string | null>`${auditTrails.after} ->> 'result'`;
const beganColumn = sql<string | null>`${auditTrails.after} ->> 'began'`;
/** SQL: time of the last complete verification. The audit row of a later verification of only new rows contains this time. */
const completeColumn = sql<string | null>`${auditTrails.after} ->> 'complete_verification'`;

/**
 * Returns the last verification of the ledger or of the audit trail, from its audit row; null without one. `at`: time of the last complete
 * verification, which a verification of only new rows does not change; for a fault, the time when it was found. `badRow`: name of the
 * first bad row, if there is one.
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
    /** Time when a ledger verification began. The verification did not include later postings. */
    beganAt: row.began ? new Date(row.began) : row.at,
    isOk,
    result: row.result ?? "",
    badRow: row.badRow,
  };
}
