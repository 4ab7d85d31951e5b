import "server-only";
import { and, eq, max, ne } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { saveVersion } from "@/lib/server/records/version";
import type { Request } from "./record";

/** What a decision makes of the user's tier. */
export type TierChange = { before: number; after: number };

/** An approval never lowers a tier that the user has by an earlier one. */
export const raiseTier = (tx: Transaction, request: Request) =>
  setTier(tx, request, async (tier) => Math.max(tier, request.tier));

/** Back to the highest tier of the user's other approved requests, and never above what they have. */
export const lowerTier = (tx: Transaction, request: Request) =>
  setTier(tx, request, async (tier) => {
    const [other] = await tx
      .select({ tier: max(kycRequests.tier) })
      .from(kycRequests)
      .where(
        and(eq(kycRequests.userId, request.userId), eq(kycRequests.state, "approved"), ne(kycRequests.id, request.id)),
      );
    return Math.min(tier, other?.tier ?? 0);
  });

async function setTier(
  tx: Transaction,
  request: Request,
  next: (tier: number) => Promise<number>,
): Promise<TierChange> {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("update");
  if (!user) throw new Error(`KYC request ${request.id} has no user.`);
  const after = await next(user.tier);
  await saveVersion(tx, users, user.id, { tier: after });
  return { before: user.tier, after };
}
