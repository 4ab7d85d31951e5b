import { KYC_ASSIGN_MATCHING_MAX } from "@/lib/contract/kyc.values";
import { formatCount, formatTotal } from "@/lib/format";

/** Maximum number of officers whose shares are listed individually. */
const MAX_SHARES = 6;

type MatchingCount = { total: number; totalIsCapped: boolean };

/**
 * Describes how requests are distributed among officers: "412 unassigned requests will be split between 3 officers: 138, 137 and 137."
 * @param hasAssigneeFilter true if the list is filtered by assignee; otherwise only unassigned requests are assigned
 */
export function describeKycDistribution(
  { total, totalIsCapped }: MatchingCount,
  officers: readonly string[],
  hasAssigneeFilter: boolean,
): string {
  const isSingle = total === 1;
  const kind = hasAssigneeFilter ? "open" : "unassigned";
  if (total === 0) return `No ${kind} request matches these filters.`;
  const all = `${formatTotal(total, totalIsCapped)} ${kind} ${isSingle ? "request" : "requests"}`;
  if (!officers.length) return `${all} ${isSingle ? "matches" : "match"}. Choose who gets ${isSingle ? "it" : "them"}.`;
  const taken = Math.min(total, KYC_ASSIGN_MATCHING_MAX);
  const subject = total > taken ? `The oldest ${formatCount(taken)} of ${all}` : all;
  if (officers.length === 1) return `${subject} will go to ${officers[0]}.`;
  return `${subject} will be split between ${officers.length} officers: ${describeShares(taken, officers.length)}.`;
}

function describeShares(taken: number, officers: number): string {
  const least = Math.floor(taken / officers);
  const shares = Array.from({ length: officers }, (_, index) => least + (index < taken % officers ? 1 : 0));
  if (shares.length <= MAX_SHARES)
    return `${shares.slice(0, -1).map(formatCount).join(", ")} and ${formatCount(least)}`;
  return taken % officers ? `${formatCount(least)} or ${formatCount(least + 1)} each` : `${formatCount(least)} each`;
}
