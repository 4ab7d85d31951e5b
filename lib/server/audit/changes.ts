import "server-only";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";

/** Ids kept per change, about 20 KB. All ids of a file with 5,000 people would take 190 KB. */
const KEPT_IDS = 500;

/** Returns how many people a change was about, with the first 500 ids. */
export const idsSummary = (ids: readonly string[]) => ({ count: ids.length, ids: ids.slice(0, KEPT_IDS) });
type IdsSummary = ReturnType<typeof idsSummary>;

/** Records in a change that are few enough to be listed by name. */
type Named = { id: string; name: string };

/** Returns the changed fields as text for people; unchanged fields are left out. */
export const changesOf = (before: AuditValues | null, after: AuditValues | null) => changes(before, after, inFull);

/** Like `changesOf`, for a record's own history: a number of people, and names without ids. The audit trail has the ids. */
export const changesForHistory = (before: AuditValues | null, after: AuditValues | null) =>
  changes(before, after, (value) => {
    if (isSeveral(value)) return String(value.count);
    return isNamed(value) ? value.map(({ name }) => name).join(", ") : inFull(value);
  });

function changes(before: AuditValues | null, after: AuditValues | null, shown: typeof inFull) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: shown(before?.[field]), after: shown(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function inFull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (isNamed(value)) return value.map(({ id, name }) => `${name} (${id})`).join(", ");
  if (!isSeveral(value)) return canonicalJson(value);
  const { count, ids } = value;
  const more = count > ids.length ? ` and ${count - ids.length} more` : "";
  return ids.length ? `${count}: ${ids.join(", ")}${more}` : String(count);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isSeveral = (value: unknown): value is IdsSummary => isObject(value) && "count" in value && "ids" in value;
const isNamed = (value: unknown): value is Named[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && "id" in each && "name" in each);
