import "server-only";
import type { IdentityType } from "@/lib/contract/kyc.values";
import type { SeedClock } from "./clock";
import type { KycProblem } from "./kyc-stories";
import { assertDefined, type SeedRandom } from "./random";

/** A fake identity document: type, number and expiry day. */
export type DemoIdentity = { type: IdentityType; number: string; expiresOn: string | null };

/** Weights of the identity types by tier: citizens of higher tiers have stronger documents more often. */
const TYPES_BY_TIER: Record<number, Partial<Record<IdentityType, number>>> = {
  1: { nin: 60, bvn: 40 },
  2: { nin: 35, bvn: 20, voters_card: 25, drivers_licence: 20 },
  3: { passport: 40, drivers_licence: 35, nin: 25 },
};
const EXPIRING_TYPES: readonly IdentityType[] = ["drivers_licence", "passport"];
const TWO_SIDED_TYPES: readonly IdentityType[] = ["drivers_licence", "voters_card"];

/** Returns true if documents of this type have a back side. */
export const hasBackSide = (type: IdentityType) => TWO_SIDED_TYPES.includes(type);

/** Returns the lowest tier whose identity requests can have this problem. */
export const lowestTierForProblem = (cause: KycProblem | undefined) =>
  cause === "document_expired" || cause === "missing_back" ? 2 : 1;

/** Picks a fake identity document that the tier accepts and that can have the given problem. */
export function pickIdentity(
  random: SeedRandom,
  clock: SeedClock,
  tier: number,
  cause: KycProblem | undefined,
): DemoIdentity {
  const canHaveCause = (type: IdentityType) =>
    cause === "document_expired" ? EXPIRING_TYPES.includes(type) : cause === "missing_back" ? hasBackSide(type) : true;
  const weights = Object.entries(assertDefined(TYPES_BY_TIER[tier])).filter(([type]) =>
    canHaveCause(type as IdentityType),
  );
  const type = random.weighted<IdentityType>(Object.fromEntries(weights));
  const daysLeft = cause === "document_expired" ? -random.between(70, 500) : random.between(120, 3_000);
  return {
    type,
    number: fakeNumber(random, type),
    expiresOn: EXPIRING_TYPES.includes(type) ? clock.day(-daysLeft) : null,
  };
}

/** Returns a number in the real format, marked as fake by leading zeros or nines. */
function fakeNumber(random: SeedRandom, type: IdentityType): string {
  switch (type) {
    case "nin":
      return `00${random.digits(9)}`;
    case "bvn":
      return `000${random.digits(8)}`;
    case "voters_card":
      return `90F${random.digits(4)}${random.letters(2)}9${random.digits(9)}`;
    case "drivers_licence":
      return `CRX${random.digits(5)}${random.letters(2)}${random.digits(2)}`;
    case "passport":
      return `X0${random.digits(7)}`;
  }
}
