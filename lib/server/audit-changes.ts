import "server-only";
import { canonicalJson } from "./canonical-json";
import type { AuditValues } from "./db/schema/system-logs";

/** Field by field what a write changed, as text for a person; unchanged fields are left out. */
export function changesOf(before: AuditValues | null, after: AuditValues | null) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: shown(before?.[field]), after: shown(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

const shown = (value: unknown) =>
  value === undefined || value === null ? null : typeof value === "string" ? value : canonicalJson(value);
