import "server-only";
import type { AuditEntry } from "./audit";

/**
 * Maximum number of refused records of one call that get an audit row each. One more audit row counts the others, so that
 * a file with 5,000 unknown people does not fill the audit trail.
 */
export const MAX_REFUSED_ROWS = 100;
/** Maximum number of different reasons that one audit row counts. A longer list could fill the row, because reasons may quote input. */
const MAX_REASONS = 5;
const REASON_MAX = 300;

/** A record that a call about several records refused, with the reason. */
export type RefusedRecord = Pick<AuditEntry, "record" | "after"> & { refusal: string };

/**
 * Returns an audit entry for each of the first 100 records that a call refused, and one more that counts the others by reason.
 * @param callRecord what the call changes, such as a user group; the counting entry belongs to it
 */
export function refusalAuditEntries(
  refused: readonly RefusedRecord[],
  callRecord: AuditEntry["record"] = null,
): AuditEntry[] {
  const singly = refused.slice(0, MAX_REFUSED_ROWS).map((row) => ({ ...row, refusal: cutReason(row.refusal) }));
  const rest = refused.slice(MAX_REFUSED_ROWS).map(({ refusal }) => refusal);
  return rest.length
    ? [...singly, { record: callRecord, refusal: `${rest.length} more: ${formatRefusalCounts(rest)}` }]
    : singly;
}

/** Counts each reason, most frequent first: "12 × In the group already. 3 × The account is closed." */
export function formatRefusalCounts(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons.map(cutReason)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const counted = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `${count} × ${reason}`);
  const others = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
  return [...counted, ...(others ? [`${others} × other reasons.`] : [])].join(" ");
}

const cutReason = (text: string) => (text.length > REASON_MAX ? `${text.slice(0, REASON_MAX)}…` : text);
