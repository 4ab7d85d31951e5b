import "server-only";
import type { AuditEntry } from "./audit";

/**
 * Refused rows of one call that are stored singly, with a name each. One more row counts the others, so that a file with
 * 5,000 unknown people does not fill the trail.
 */
export const REFUSED_SINGLY = 100;
/** Reasons that are counted separately, and characters kept of each, because a reason may quote input. */
const REASONS = 5;
const REASON_MAX = 300;

export type Refused = Pick<AuditEntry, "record" | "after"> & { refusal: string };

/**
 * Returns audit entries for the records that a call about several records refused.
 * @param about the record of the whole call, for the row that counts the others
 */
export function refusedRows(refused: readonly Refused[], about: AuditEntry["record"] = null): AuditEntry[] {
  const singly = refused.slice(0, REFUSED_SINGLY).map((row) => ({ ...row, refusal: cut(row.refusal) }));
  const rest = refused.slice(REFUSED_SINGLY).map(({ refusal }) => refusal);
  return rest.length ? [...singly, { record: about, refusal: `${rest.length} more: ${inNumbers(rest)}` }] : singly;
}

/** Counts each reason, most frequent first: "12 × In the group already. 3 × The account is closed." */
export function inNumbers(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons.map(cut)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, REASONS).map(([reason, count]) => `${count} × ${reason}`);
  const others = sorted.slice(REASONS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(others ? [`${others} × other reasons.`] : [])].join(" ");
}

const cut = (text: string) => (text.length > REASON_MAX ? `${text.slice(0, REASON_MAX)}…` : text);
