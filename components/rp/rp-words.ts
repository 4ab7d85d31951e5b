import { type FeatureAccess, type Grant, grantsOf, isFull } from "@/lib/contract/access";

/** `Full administration`, `No rights`, `7 rights in 3 features`. */
export function rightsInWords(features: readonly FeatureAccess[]): string {
  if (isFull(features)) return "Full administration";
  const grants = grantsOf(features);
  const where = new Set(grants.map(({ feature }) => feature)).size;
  if (grants.length === 0) return "No rights";
  return `${counted(grants.length, "right")} in ${counted(where, "feature")}`;
}

/** `1 admin`, `3 admins` */
export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** `["System Wallet", "approve, export"]` for each feature. */
export const rightsByFeature = (rights: readonly Grant[]): [feature: string, flags: string][] =>
  [...new Set(rights.map(({ feature }) => feature))].map((name) => [
    name,
    rights.flatMap(({ feature, flag }) => (feature === name ? [flag] : [])).join(", "),
  ]);
