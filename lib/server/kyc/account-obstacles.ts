import "server-only";
import { eq } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import type { Request } from "./record";
import { conflict } from "./refuse-conflict";

/**
 * A suspended or closed account gets no tier. A restricted one does: what a court or a bank holds is its money, not who
 * its owner is. Holds the user's row, so that anyone who suspends or closes it in the meantime waits.
 * @throws 409 with the fresh record, and what to do first
 */
export async function refuseUnlessRaisable(tx: Transaction, request: Request): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("no key update");
  if (!user) throw new Error(`KYC request ${request.id} has no user.`);
  if (user.status === "suspended")
    await conflict(
      tx,
      request,
      `${fullName(user)}'s account is suspended, so this request can't be approved. Have the suspension lifted first, or reject the request.`,
    );
  if (user.status === "closed")
    await conflict(
      tx,
      request,
      `${fullName(user)}'s account is closed for good, so this request can't be approved. Reject it.`,
    );
}
