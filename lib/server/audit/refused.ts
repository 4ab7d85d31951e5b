import "server-only";
import type { AuditEntry } from "./audit";

/**
 * So many refused rows of one call stand in the trail singly, with a name each; of more, one row counts the rest. A file of
 * 5,000 unknown people must not fill the trail.
 */
export const REFUSED_SINGLY = 100;
/** Kinds of reasons that are counted by themselves, and characters of each: texts of people may stand in them. */
const REASONS = 5;
const REASON_MAX = 300;

export type Refused = Pick<AuditEntry, "record" | "after"> & { refusal: string };

/**
 * The audit entries of what a call about several did not do.
 * @param about what the whole call was about, for the row that counts the rest
 */
export function refusedRows(refused: readonly Refused[], about: AuditEntry["record"] = null): AuditEntry[] {
  const singly = refused.slice(0, REFUSED_SINGLY).map((row) => ({ ...row, refusal: cut(row.refusal) }));
  const rest = refused.slice(REFUSED_SINGLY).map(({ refusal }) => refusal);
  return rest.length ? [...singly, { record: about, refusal: `${rest.length} more: ${inNumbers(rest)}` }] : singly;
}

/** How often each reason was given, the most frequent first: "12 × In the group already. 3 × The account is closed." */
export function inNumbers(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons.map(cut)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, REASONS).map(([reason, count]) => `${count} × ${reason}`);
  const others = sorted.slice(REASONS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(others ? [`${others} × other reasons.`] : [])].join(" ");
}

const cut = (text: string) => (text.length > REASON_MAX ? `${text.slice(0, REASON_MAX)}…` : text);
