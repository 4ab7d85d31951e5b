import "server-only";
import { and, eq, max, ne } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { emitUserWebhook } from "@/lib/server/webhooks/record-events";
import type { KycRequest } from "./record";

/** A user's tier before and after a decision on an identity request. */
export type TierChange = { before: number; after: number };

/** Raises the user's tier to that of an approved request. Never lowers a higher tier from an earlier approval. */
export const raiseTier = (tx: Transaction, request: KycRequest) =>
  setTier(tx, request, async (tier) => Math.max(tier, request.tier));

/** Lowers the user's tier to the highest of their other approved requests. Never raises it. */
export const lowerTier = (tx: Transaction, request: KycRequest) =>
  setTier(tx, request, async (tier) => {
    const [otherApproved] = await tx
      .select({ tier: max(kycRequests.tier) })
      .from(kycRequests)
      .where(
        and(eq(kycRequests.userId, request.userId), eq(kycRequests.state, "approved"), ne(kycRequests.id, request.id)),
      );
    return Math.min(tier, otherApproved?.tier ?? 0);
  });

async function setTier(
  tx: Transaction,
  request: KycRequest,
  next: (tier: number) => Promise<number>,
): Promise<TierChange> {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("update");
  if (!user) throw new Error(`KYC request ${request.id} has no user.`);
  const newTier = await next(user.tier);
  const changed = await updateVersionedRecord(tx, users, user.id, { tier: newTier });
  if (newTier !== user.tier) await emitUserWebhook(tx, "user.tier_changed", changed);
  return { before: user.tier, after: newTier };
}
