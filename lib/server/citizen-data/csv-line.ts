import "server-only";

/** Characters that start a formula in spreadsheets, as in exports/csv.ts. */
const RISKY_START = /^[=+\-@\t\n\r＝＋－＠]/;

/** Returns a line of a CSV file. Objects are written as JSON, times in ISO format, and texts can't become formulas. */
export const csvLine = (values: readonly unknown[]) => `${values.map(csvCell).join(",")}\r\n`;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  const text =
    value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : String(value);
  return `"${(RISKY_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
