import "server-only";
import { allows, type Feature, type FeatureAccess, needs } from "@/lib/contract/access";
import { Refusal } from "./errors";

/** The feature whose readers may know what an account holds: a user's wallet, or one of the system's. */
export const featureOfAccount = (account: { userId: string | null }): Feature =>
  account.userId === null ? "System Wallet" : "User Management";

/** Whether figures of a feature may be told to somebody with these rights. */
export const maySeeFigures = (rights: readonly FeatureAccess[], of: Feature) => allows(rights, needs(of, "read"));

/**
 * A refusal whose message names what an account holds. The message that it has is the neutral one, which is what gets
 * stored wherever a refusal is: in the audit trail, on a step that failed.
 * @param of whose readers are told `message` instead; none where it was made for the caller's own rights
 */
export function withFigures<R extends Refusal>(refusal: R, message: string, of: Feature | null): R {
  refusal.figures = { message, of };
  return refusal;
}

/** The refusal in the words that its reader may read. The one place where this is chosen. */
export function toldTo(refusal: Refusal, rights: readonly FeatureAccess[]): Refusal {
  const { figures } = refusal;
  if (!figures || (figures.of && !maySeeFigures(rights, figures.of))) return refusal;
  return new Refusal(refusal.status, refusal.code, figures.message, refusal.data);
}

/** "Ask somebody who may read users." */
export const askWhoReads = (of: Feature) =>
  `Ask somebody who may read ${of === "User Management" ? "users" : "the system wallet"}.`;
