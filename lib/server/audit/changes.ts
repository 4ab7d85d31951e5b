import "server-only";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";

/** So many ids of one change are kept, some 20 KB: a file that adds 5,000 people would make a row of 190 KB. */
const KEPT_IDS = 500;

/** Whom a change was about: how many, and the first 500 ids. */
export const severalOf = (ids: readonly string[]) => ({ count: ids.length, ids: ids.slice(0, KEPT_IDS) });
type Several = ReturnType<typeof severalOf>;

/** Records that a change was about, few enough to be named. */
type Named = { id: string; name: string };

/** Field by field what a write changed, as text for a person; unchanged fields are left out. */
export const changesOf = (before: AuditValues | null, after: AuditValues | null) => changes(before, after, inFull);

/** The same for a record's own history: how many people it was, and names without ids. The audit trail says who. */
export const changesInShort = (before: AuditValues | null, after: AuditValues | null) =>
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
const isSeveral = (value: unknown): value is Several => isObject(value) && "count" in value && "ids" in value;
const isNamed = (value: unknown): value is Named[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && "id" in each && "name" in each);
