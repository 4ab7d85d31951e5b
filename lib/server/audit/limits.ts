import "server-only";
import { shorten, truncateText } from "@/lib/contract/words.values";
import { formatCount } from "@/lib/format";
import {
  AUDIT_TEXT_MAX_CHARACTERS,
  AUDIT_VALUES_MAX_BYTES,
  type AuditValues,
} from "@/lib/server/db/schema/system-logs";
import type { AuditRow } from "./digest";

/** Truncates texts and values to the audit table's limits. A truncated text states how much is missing. */
export function truncateAuditRow(row: Omit<AuditRow, "at">): Omit<AuditRow, "at"> {
  const texts = Object.entries(AUDIT_TEXT_MAX_CHARACTERS).flatMap(([column, limit]) => {
    const text = row[column as keyof typeof AUDIT_TEXT_MAX_CHARACTERS];
    return text === null ? [] : [[column, shorten(text, limit)]];
  });
  const values = { before: row.before && fitValues(row.before), after: row.after && fitValues(row.after) };
  return { ...row, ...Object.fromEntries(texts), ...values };
}

const fitValues = (values: AuditValues) =>
  jsonBytesOf(values) <= AUDIT_VALUES_MAX_BYTES ? values : cutObject(values, AUDIT_VALUES_MAX_BYTES);

/** Maximum number of fields that a truncated object keeps, so that each has space for readable text. */
const MAX_FIELDS = 150;
const FIELD_NAME_MAX = 140;
/** Bytes reserved for a note such as "… and 20 more". */
const NOTE_BYTES = 60;
/** Maximum bytes of a number in jsonb text, which has no exponents, and of a timestamp in JSON. */
const NUMBER_MAX_BYTES = 340;
const TIMESTAMP_BYTES = 30;

/** Returns the bytes of a value as PostgreSQL's jsonb text, rounded up. Values are at most 100 levels deep (canonical-json.ts). */
function jsonBytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value));
  if (typeof value === "number") return /e/.test(String(value)) ? NUMBER_MAX_BYTES : String(value).length;
  if (value instanceof Date) return TIMESTAMP_BYTES;
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + 2 + jsonBytesOf(item), 2);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).reduce((sum, [name, item]) => sum + jsonBytesOf(name) + jsonBytesOf(item) + 4, 2);
  return 5;
}

/** Truncates a value to `limit` bytes, at least some hundreds. */
function cutValue(value: unknown, limit: number): unknown {
  if (jsonBytesOf(value) <= limit) return value;
  if (typeof value === "string") return cutText(value, limit);
  if (Array.isArray(value)) return cutArray(value, limit);
  return typeof value === "object" && value !== null ? cutObject(value as AuditValues, limit) : "…";
}

function cutText(text: string, limit: number): string {
  let [bytes, end] = [NOTE_BYTES, 0];
  for (const character of text) {
    bytes += jsonBytesOf(character) - 2;
    if (bytes > limit) break;
    end += character.length;
  }
  return `${text.slice(0, end)}… (${formatCount(text.length - end)} more characters)`;
}

function cutArray(items: readonly unknown[], limit: number): unknown[] {
  let [bytes, end] = [NOTE_BYTES, 0];
  for (const item of items) {
    bytes += jsonBytesOf(item) + 2;
    if (bytes > limit) break;
    end++;
  }
  return [...items.slice(0, end), `… and ${formatCount(items.length - end)} more`];
}

/** Truncates an object: short fields stay whole, long fields share the remaining bytes. Field names take at most half. */
function cutObject(values: AuditValues, limit: number): AuditValues {
  const allFields = Object.entries(values).map(([name, value]) => [truncateText(name, FIELD_NAME_MAX), value] as const);
  const keptFields: [string, unknown][] = [];
  let bytesLeft = limit - 2 * NOTE_BYTES;
  for (const [name, value] of allFields.slice(0, MAX_FIELDS)) {
    const bytes = jsonBytesOf(name) + 4;
    if (bytesLeft - bytes < limit / 2) break;
    bytesLeft -= bytes;
    keptFields.push([name, value]);
  }
  let [maxShare, fields] = [Number.POSITIVE_INFINITY, keptFields.length];
  for (const size of keptFields.map(([, value]) => jsonBytesOf(value)).sort((a, b) => a - b)) {
    maxShare = Math.floor(bytesLeft / fields);
    if (size > maxShare) break;
    bytesLeft -= size;
    fields--;
    maxShare = Number.POSITIVE_INFINITY;
  }
  const leftOut = allFields.length - keptFields.length;
  const cut = keptFields.map(([name, value]) => [name, cutValue(value, maxShare)]);
  return { ...Object.fromEntries(cut), ...(leftOut && { fields_left_out: leftOut }) };
}
