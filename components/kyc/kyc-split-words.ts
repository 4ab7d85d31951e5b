import { KYC_MATCHING_MAX } from "@/lib/contract/kyc.values";
import { formatCount, formatTotal } from "@/lib/format";

/** Maximum number of shares that are listed one by one. */
const MAX_SHARES = 6;

type Matching = { total: number; totalIsCapped: boolean };

/**
 * Describes a bulk assignment: "412 unassigned requests will be split between 3 officers: 138, 137 and 137."
 * @param ofSomebody true if the filters name an assignee; otherwise it takes unassigned requests only
 */
export function splitWords(
  { total, totalIsCapped }: Matching,
  officers: readonly string[],
  ofSomebody: boolean,
): string {
  const one = total === 1;
  const kind = ofSomebody ? "open" : "unassigned";
  if (total === 0) return `No ${kind} request matches these filters.`;
  const all = `${formatTotal(total, totalIsCapped)} ${kind} ${one ? "request" : "requests"}`;
  if (!officers.length) return `${all} ${one ? "matches" : "match"}. Choose who gets ${one ? "it" : "them"}.`;
  const taken = Math.min(total, KYC_MATCHING_MAX);
  const subject = total > taken ? `The oldest ${formatCount(taken)} of ${all}` : all;
  if (officers.length === 1) return `${subject} will go to ${officers[0]}.`;
  return `${subject} will be split between ${officers.length} officers: ${sharesOf(taken, officers.length)}.`;
}

function sharesOf(taken: number, officers: number): string {
  const least = Math.floor(taken / officers);
  const shares = Array.from({ length: officers }, (_, at) => least + (at < taken % officers ? 1 : 0));
  if (shares.length <= MAX_SHARES)
    return `${shares.slice(0, -1).map(formatCount).join(", ")} and ${formatCount(least)}`;
  return taken % officers ? `${formatCount(least)} or ${formatCount(least + 1)} each` : `${formatCount(least)} each`;
}
