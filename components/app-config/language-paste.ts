import { APP_TEXT_LENGTH_MAX } from "@/lib/contract/app-config.values";
import type { TranslationRow } from "@/lib/contract/app-config-languages";

/** Change of one cell by a pasted line. */
export type PastedCell = { row: TranslationRow; oldText: string; newText: string };
/** Effect of a pasted column on the cells of the text grid. */
export type PastePlan = {
  /** Cells to change, in the order of their rows. */
  steps: PastedCell[];
  /** Cells left out because their new text is too long. */
  long: PastedCell[];
  /** Number of empty lines and unchanged texts. */
  untouched: number;
  /** Number of pasted lines below the last row. */
  beyond: number;
};

/** Compares each pasted line with its row, and groups the lines by their effect. */
export function planPaste(lines: readonly string[], rows: readonly TranslationRow[], code: string): PastePlan {
  const plan: PastePlan = { steps: [], long: [], untouched: 0, beyond: 0 };
  for (const [index, newText] of lines.entries()) {
    const row = rows[index];
    const oldText = row?.texts[code]?.text ?? "";
    if (!row) plan.beyond += newText ? 1 : 0;
    else if (!newText || newText === oldText) plan.untouched++;
    else if (newText.length > APP_TEXT_LENGTH_MAX) plan.long.push({ row, oldText, newText });
    else plan.steps.push({ row, oldText, newText });
  }
  return plan;
}
