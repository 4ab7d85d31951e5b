import "server-only";
import { accessPolicy, type Feature, type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import { Refusal } from "./errors";

/** Returns the feature whose readers may see the balance of an account: a user's wallet or a system account. */
export const featureOfLedgerAccount = (account: { userId: string | null }): Feature =>
  account.userId === null ? "System Wallet" : "User Management";

/** Returns true if an admin with these rights may see the amounts of a feature. */
export const maySeeBalances = (rights: readonly FeatureAccess[], of: Feature) =>
  satisfiesPolicy(rights, accessPolicy(of, "read"));

/**
 * Attaches a message with balances to a refusal. The audit trail and failed steps store the refusal's own message, which has no balances.
 * @param feature feature whose readers see `message` instead; null if the caller's rights were checked already
 */
export function attachBalanceMessage<R extends Refusal>(refusal: R, message: string, feature: Feature | null): R {
  refusal.figures = { message, of: feature };
  return refusal;
}

/**
 * Returns the refusal with balances in its message if these rights allow it, otherwise unchanged. No other code decides whether balances
 * are shown.
 */
export function redactRefusal(refusal: Refusal, rights: readonly FeatureAccess[]): Refusal {
  const { figures } = refusal;
  if (!figures || (figures.of && !maySeeBalances(rights, figures.of))) return refusal;
  return new Refusal(refusal.status, refusal.code, figures.message, refusal.data);
}

/** Returns the sentence that tells the caller which admins may see the hidden balance. */
export const hiddenBalanceMessage = (feature: Feature) =>
  `Ask an admin who may read ${feature === "User Management" ? "users" : "the system wallet"}.`;
