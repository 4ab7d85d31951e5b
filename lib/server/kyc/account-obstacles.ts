import "server-only";
import { eq } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import type { KycRequest } from "./record";
import { throwRequestConflict } from "./refuse-conflict";

/**
 * Refuses to raise the tier of a suspended or closed account. The tier of a restricted account may be raised, because a court order or a
 * bank hold concerns money, not identity. Locks the user's row, so that a concurrent suspension or closure waits.
 * @throws 409 with the current request, and a message with what to do first
 */
export async function refuseUnlessTierMayRise(tx: Transaction, request: KycRequest): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("no key update");
  if (!user) throw new Error(`KYC request ${request.id} has no user.`);
  if (user.status === "suspended")
    await throwRequestConflict(
      tx,
      request,
      `${fullName(user)}'s account is suspended, so this request can't be approved. Have the suspension lifted first, or reject the request.`,
    );
  if (user.status === "closed")
    await throwRequestConflict(
      tx,
      request,
      `${fullName(user)}'s account is closed, so this request can't be approved. Reject it.`,
    );
}
