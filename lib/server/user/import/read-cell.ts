import "server-only";
import { cleanPastedLine } from "@/lib/contract/pasted.values";

/** Returns a cell's text without invisible characters and without the text markers of Excel and our exports (`="…"`, `'`). */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return cleanPastedLine(String(cell).normalize("NFC"))
    .replace(/\s+/g, " ")
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "")
    .trim();
}

/** Accepted names of the column with citizens' ids, as `normaliseHeader` normalises them. */
export const EXTERNAL_ID_COLUMNS: readonly string[] = ["externalid", "id", "userid", "appid", "customerid"];
