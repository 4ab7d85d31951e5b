import {
  type AccessRight,
  type FeatureAccess,
  isFullAdministrator,
  SENSITIVE_RIGHTS,
  toRightList,
} from "@/lib/contract/access";
import { pluralize } from "@/lib/format";

/** Summarises rights: `Full administration`, `No rights` or `7 rights in 3 features`. */
export function describeRights(features: readonly FeatureAccess[]): string {
  if (isFullAdministrator(features)) return "Full administration";
  const grants = toRightList(features);
  const featureCount = new Set(grants.map(({ feature }) => feature)).size;
  if (grants.length === 0) return "No rights";
  return `${pluralize(grants.length, "right")} in ${pluralize(featureCount, "feature")}`;
}

/** Formats sensitive rights by feature, `System Wallet: approve, export`; `Full administration` for all of them. */
export function describeSensitiveRights(rights: readonly AccessRight[]): string[] {
  if (rights.length === SENSITIVE_RIGHTS.length) return ["Full administration"];
  const features = [...new Set(rights.map(({ feature }) => feature))];
  return features.map((name) => {
    const flags = rights.flatMap(({ feature, flag }) => (feature === name ? [flag] : []));
    return `${name}: ${flags.join(", ")}`;
  });
}
