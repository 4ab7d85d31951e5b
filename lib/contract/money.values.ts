/** Kobo of an amount as people type it in naira, or null when it is none. By the digits: 1.15 naira are 115 kobo. */
export function parseNaira(typed: string): number | null {
  const match = /^₦?\s*(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  return Number(`${match[1]?.replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}`);
}
