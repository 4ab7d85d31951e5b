import "server-only";
import { eq } from "drizzle-orm";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import type { Approval } from "./approval-handler";

/**
 * Returns the state change of a record whose request was rejected, withdrawn or expired, for the audit row. Triggers
 * (migrations/0001_rules.sql) make that change: a manual transfer or payout batch ends, a broadcast becomes a draft. Other
 * records stay unchanged.
 */
export async function readStateChangeOfRecord(
  tx: Transaction,
  { kind, recordId }: Approval,
): Promise<Pick<AuditEntry, "before" | "after">> {
  if (kind === "appConfig.sendBroadcast") return { before: { state: "awaiting_approval" }, after: { state: "draft" } };
  if (kind === "grant.submitBatch") {
    const [batch] = await tx
      .select({ state: grantBatches.state })
      .from(grantBatches)
      .where(eq(grantBatches.id, recordId));
    return { before: { state: "awaiting_approval" }, after: { state: batch?.state } };
  }
  if (kind !== "systemWallet.submitMovement") return {};
  const [movement] = await tx
    .select({ state: walletMovements.state })
    .from(walletMovements)
    .where(eq(walletMovements.id, recordId));
  return { before: { state: "awaiting_approval" }, after: { state: movement?.state } };
}
