/** Maximum nesting, deeper than any valid value. The call stack would overflow at some thousand levels. */
const MAX_DEPTH = 100;

/** Returns JSON with sorted keys: equal values give equal texts, even from jsonb. @throws {RangeError} if too deep */
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
