import { TEXT_MAX } from "@/lib/contract/app-config.values";
import type { TextRow } from "@/lib/contract/app-config-languages";

/** What a pasted line would do to a cell. */
export type PasteStep = { row: TextRow; is: string; becomes: string };
export type PastePlan = {
  /** In the order of their rows. */
  steps: PasteStep[];
  /** Longer than a text may be: left out. */
  long: PasteStep[];
  /** The text that is there already, or an empty line. */
  untouched: number;
  /** Lines below the last row. */
  beyond: number;
};

/**
 * The first column of what a spreadsheet or an editor copies: lines, of which some may be quoted because they hold line
 * breaks themselves.
 */
export function columnOf(pasted: string): string[] {
  const text = pasted.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  const lines: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t\n]|$)/y : null;
    if (quoted) quoted.lastIndex = at;
    const found = quoted?.exec(text);
    const end = text.indexOf("\n", found ? at + found[0].length : at);
    const line = text.slice(at, end < 0 ? text.length : end);
    lines.push(found?.[1] !== undefined ? found[1].replaceAll('""', '"') : (line.split("\t")[0] ?? ""));
    if (end < 0) break;
    at = end + 1;
  }
  return lines.map((line) => line.trim());
}

/** Sorts lines by what they would do to the rows from the first one downwards. */
export function planPaste(lines: readonly string[], rows: readonly TextRow[], code: string): PastePlan {
  const plan: PastePlan = { steps: [], long: [], untouched: 0, beyond: 0 };
  for (const [index, becomes] of lines.entries()) {
    const row = rows[index];
    const is = row?.texts[code]?.text ?? "";
    if (!row) plan.beyond += becomes ? 1 : 0;
    else if (!becomes || becomes === is) plan.untouched++;
    else if (becomes.length > TEXT_MAX) plan.long.push({ row, is, becomes });
    else plan.steps.push({ row, is, becomes });
  }
  return plan;
}
