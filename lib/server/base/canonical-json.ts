/** Maximum nesting of a value: deeper than any valid value. Some thousand levels would overflow the call stack. */
const MAX_DEPTH = 100;

/**
 * Returns a value as JSON with sorted keys, so that equal values give equal texts, even after a `jsonb` column reordered the keys.
 * @throws {RangeError} if the value is nested too deeply
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError("This value is nested too deeply.");
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null, depth + 1)).join(",")}]`;
  if (value instanceof Date) return JSON.stringify(value);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, depth + 1)}`);
    return `{${entries.join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}
