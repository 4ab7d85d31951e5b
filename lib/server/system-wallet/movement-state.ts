import "server-only";
import { sql } from "drizzle-orm";
import type { MovementState } from "@/lib/contract/system-wallet.values";
import { isWaitingApprovalSql } from "@/lib/server/approvals/waiting-requests";

/** SQL: true if a manual transfer is pending and its request has not expired. Contains table names as text, because Drizzle may omit them. */
export const isMovementPendingSql = () => sql<boolean>`(wallet_movements.state = 'awaiting_approval' and exists (
  select 1 from approvals where approvals.kind = 'systemWallet.submitMovement'
    and approvals.record_id = wallet_movements.id::text and ${isWaitingApprovalSql()}))`;

/**
 * SQL: state of a manual transfer. It is `cancelled` if its request has expired, even before the scheduled task has stored the
 * cancellation.
 */
export const movementStateSql = () => sql<MovementState>`case
  when wallet_movements.state = 'awaiting_approval' and not ${isMovementPendingSql()} then 'cancelled'
  else wallet_movements.state end`;
