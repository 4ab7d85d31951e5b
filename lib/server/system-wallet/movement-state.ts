import "server-only";
import { sql } from "drizzle-orm";
import type { MovementState } from "@/lib/contract/system-wallet.values";
import { isWaiting } from "@/lib/server/approvals/waiting-requests";

/** True if a movement awaits approval and its request has not expired. Table names are spelt out: selections omit them. */
export const isMovementPending = () => sql<boolean>`(wallet_movements.state = 'awaiting_approval' and exists (
  select 1 from approvals where approvals.kind = 'systemWallet.submitMovement'
    and approvals.record_id = wallet_movements.id::text and ${isWaiting()}))`;

/** State of a movement, already cancelled if its request has expired but no task has saved that yet. */
export const movementState = () => sql<MovementState>`case
  when wallet_movements.state = 'awaiting_approval' and not ${isMovementPending()} then 'cancelled'
  else wallet_movements.state end`;
