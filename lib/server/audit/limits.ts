import "server-only";
import { beginningOf, shortened } from "@/lib/contract/words.values";
import { formatCount } from "@/lib/format";
import { AUDIT_CHARACTERS, AUDIT_VALUES_BYTES, type AuditValues } from "@/lib/server/db/schema/system-logs";
import type { AuditRow } from "./audit";

/** Cuts texts and values to the limits of the audit table (schema/system-logs.ts). A cut text states how much is missing. */
export function withinLimits(row: Omit<AuditRow, "at">): Omit<AuditRow, "at"> {
  const texts = Object.entries(AUDIT_CHARACTERS).flatMap(([column, most]) => {
    const text = row[column as keyof typeof AUDIT_CHARACTERS];
    return text === null ? [] : [[column, shortened(text, most)]];
  });
  const values = { before: row.before && fitted(row.before), after: row.after && fitted(row.after) };
  return { ...row, ...Object.fromEntries(texts), ...values };
}

const fitted = (values: AuditValues) =>
  bytesOf(values) <= AUDIT_VALUES_BYTES ? values : cutObject(values, AUDIT_VALUES_BYTES);

/** Maximum number of fields that are kept, so that each has room for readable text. */
const MAX_FIELDS = 150;
const MAX_OF_NAME = 140;
/** Bytes reserved for a note such as "… and 20 more". */
const MARK = 60;
/** Bytes of the longest number as jsonb text, which has no exponents, and of a timestamp as JSON. */
const LONGEST_NUMBER = 340;
const INSTANT = 30;

/** Returns the bytes of a value as PostgreSQL's jsonb text, rounded up. Values are not deep (canonical-json.ts). */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value));
  if (typeof value === "number") return /e/.test(String(value)) ? LONGEST_NUMBER : String(value).length;
  if (value instanceof Date) return INSTANT;
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + 2 + bytesOf(item), 2);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).reduce((sum, [name, item]) => sum + bytesOf(name) + bytesOf(item) + 4, 2);
  return 5;
}

/** @param most bytes, at least some hundreds */
function cutValue(value: unknown, most: number): unknown {
  if (bytesOf(value) <= most) return value;
  if (typeof value === "string") return cutText(value, most);
  if (Array.isArray(value)) return cutArray(value, most);
  return typeof value === "object" && value !== null ? cutObject(value as AuditValues, most) : "…";
}

function cutText(text: string, most: number): string {
  let [bytes, end] = [MARK, 0];
  for (const character of text) {
    bytes += bytesOf(character) - 2;
    if (bytes > most) break;
    end += character.length;
  }
  return `${text.slice(0, end)}… (${formatCount(text.length - end)} more characters)`;
}

function cutArray(items: readonly unknown[], most: number): unknown[] {
  let [bytes, end] = [MARK, 0];
  for (const item of items) {
    bytes += bytesOf(item) + 2;
    if (bytes > most) break;
    end++;
  }
  return [...items.slice(0, end), `… and ${formatCount(items.length - end)} more`];
}

/** Cuts an object: short fields stay whole, long ones share the rest evenly. Field names take at most half of the space. */
function cutObject(values: AuditValues, most: number): AuditValues {
  const all = Object.entries(values).map(([name, value]) => [beginningOf(name, MAX_OF_NAME), value] as const);
  const kept: [string, unknown][] = [];
  let left = most - 2 * MARK;
  for (const [name, value] of all.slice(0, MAX_FIELDS)) {
    const bytes = bytesOf(name) + 4;
    if (left - bytes < most / 2) break;
    left -= bytes;
    kept.push([name, value]);
  }
  let [share, fields] = [Number.POSITIVE_INFINITY, kept.length];
  for (const size of kept.map(([, value]) => bytesOf(value)).sort((a, b) => a - b)) {
    share = Math.floor(left / fields);
    if (size > share) break;
    left -= size;
    fields--;
    share = Number.POSITIVE_INFINITY;
  }
  const leftOut = all.length - kept.length;
  const cut = kept.map(([name, value]) => [name, cutValue(value, share)]);
  return { ...Object.fromEntries(cut), ...(leftOut && { fields_left_out: leftOut }) };
}
