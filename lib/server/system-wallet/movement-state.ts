import "server-only";
import { sql } from "drizzle-orm";
import type { MovementState } from "@/lib/contract/system-wallet.values";
import { isWaiting } from "@/lib/server/approvals/awaiting";

/** Of the rows of wallet_movements: waits, and its request is in time. Written out, as a selection drops tables' names. */
export const movementWaits = () => sql<boolean>`(wallet_movements.state = 'awaiting_approval' and exists (
  select 1 from approvals where approvals.kind = 'systemWallet.submitMovement'
    and approvals.record_id = wallet_movements.id::text and ${isWaiting()}))`;

/** Its state, with what time has decided before anything writes so. */
export const movementState = () => sql<MovementState>`case
  when wallet_movements.state = 'awaiting_approval' and not ${movementWaits()} then 'cancelled'
  else wallet_movements.state end`;
