import { FreeText } from "@/components/common/free-text";
import { formatCount } from "@/lib/format";

type RowProblem = { row: number; text: string; problem: string | null };

const MAX_SHOWN = 100;

/** Lists the invalid rows of an uploaded file: row number as in a spreadsheet, value, and what to fix. */
export function RowProblemList({
  rows,
  label = "Rows with a problem",
}: {
  rows: readonly RowProblem[];
  label?: string;
}) {
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
    <ul aria-label={label} tabIndex={0} className="max-h-48 overflow-y-auto text-sm">
      {rows.slice(0, MAX_SHOWN).map(({ row, text, problem }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows neither move nor change
        <li key={index} className="flex gap-2 border-border border-t py-1">
          <span className="w-20 shrink-0 text-muted tabular-nums">Row {formatCount(row)}</span>
          <FreeText>
            {text && <code className="mr-2">{text}</code>}
            {problem}
          </FreeText>
        </li>
      ))}
      {rows.length > MAX_SHOWN && <li className="pt-1 text-muted">and {formatCount(rows.length - MAX_SHOWN)} more</li>}
    </ul>
  );
}
