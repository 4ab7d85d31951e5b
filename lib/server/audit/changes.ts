import "server-only";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";

/** Maximum number of people's ids that an audit row stores for a change: about 20 KB. The ids of 5,000 people would take 190 KB. */
const MAX_IDS = 500;

/** Returns how many people a change was about, with the first 500 ids. */
export const idsSummary = (ids: readonly string[]) => ({ count: ids.length, ids: ids.slice(0, MAX_IDS) });
type IdsSummary = ReturnType<typeof idsSummary>;

/** A record that an audit row stores with its name. Lists of many people have only ids (`idsSummary`). */
type NamedRecord = { id: string; name: string };

/** Returns the changed fields as readable text; omits unchanged fields. */
export const changesOf = (before: AuditValues | null, after: AuditValues | null) => diffValues(before, after, toText);

/** Like `changesOf`, for a record's own history: names without ids, and long lists only as a number of people. */
export const changesForHistory = (before: AuditValues | null, after: AuditValues | null) =>
  diffValues(before, after, (value) => {
    if (isIdsSummary(value)) return String(value.count);
    return areNamedRecords(value) ? value.map(({ name }) => name).join(", ") : toText(value);
  });

function diffValues(before: AuditValues | null, after: AuditValues | null, format: typeof toText) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: format(before?.[field]), after: format(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (areNamedRecords(value)) return value.map(({ id, name }) => `${name} (${id})`).join(", ");
  if (!isIdsSummary(value)) return canonicalJson(value);
  const { count, ids } = value;
  const more = count > ids.length ? ` and ${count - ids.length} more` : "";
  return ids.length ? `${count}: ${ids.join(", ")}${more}` : String(count);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isIdsSummary = (value: unknown): value is IdsSummary => isObject(value) && "count" in value && "ids" in value;
const areNamedRecords = (value: unknown): value is NamedRecord[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && "id" in each && "name" in each);
