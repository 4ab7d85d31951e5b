import type { WorkbookCell } from "@/lib/tables/workbook-rows";
import { parseCellAmount } from "./amount";
import { parseDay } from "./day";
import { cellText, type DayFormat, type TableRow } from "./layout";
import { StatementError } from "./statement";

/** What a table contains besides its lines: the rows above the header, and rows with opening or closing balances. */
export type TableNotes = {
  accountNumber: string | null;
  period: { from: string; to: string } | null;
  opening: number | null;
  closing: number | null;
};

const OPENING =
  /\b(?:opening|starting|beginning)\s+(?:book\s+)?bal(?:ance)?\b|\bbal(?:ance)?\s*(?:b\/?f(?:wd)?|brought\s+f(?:orward|wd))\b|^b\/f$/i;
const CLOSING =
  /\b(?:closing|ending)\s+(?:book\s+)?bal(?:ance)?\b|\bbal(?:ance)?\s*(?:c\/?f(?:wd)?|carried\s+f(?:orward|wd))\b|^c\/f$/i;
const TOTAL =
  /^\W*(?:grand\s+|sub[\s-]?|page\s+)?totals?\b|\btotal\s+(?:debits?|credits?|withdrawals?|deposits?|lodge?ments?|amount|no\.?|number|count)\b/i;
const END =
  /^\W*(?:end\s+of\s+(?:the\s+)?statement|page\s+\d+|(?:generated|printed|produced|downloaded)\s+(?:on|by|at)|this\s+(?:is\s+a|statement|document)|disclaimer|please\s+(?:examine|note|check|report|notify|contact)|thank\s+you|for\s+(?:enquiries|inquiries)|summary)\b|^[\s*=_-]+$/i;

/** Returns true for the label of an opening balance, such as "Balance B/F". */
export const isOpeningBalanceLabel = (text: string) => OPENING.test(text);
/** Returns true for the label of a closing balance. */
export const isClosingBalanceLabel = (text: string) => CLOSING.test(text);
/** Returns true for a row of totals. */
export const isTotalLabel = (text: string) => TOTAL.test(text.trim());
/** Returns true for text that banks print below the lines, such as “Page 2” or a disclaimer. */
export const isTextBelowLines = (text: string) => END.test(text.trim());

const ACCOUNT = /\b(?:account|acct|a\/c|nuban)\b\W*(?:no|number|num)?\b/i;
const PERIOD = /\b(?:period|from|between|date\s+range|statement\s+date)\b/i;
const CURRENCY = /^\W*(?:account\s+)?currency\b\W*/i;
const DATE_IN_TEXT = /\d{1,4}[\s./-](?:\d{1,2}|[a-z]{3,9})[\s./-]\d{2,4}|[a-z]{3,9}\s\d{1,2},?\s\d{4}/gi;

/** Reads what banks write above the header: account number, period, and balances. @throws StatementError for another currency */
export function readTableNotes(rows: readonly TableRow[], format: DayFormat): TableNotes {
  const notes: TableNotes = { accountNumber: null, period: null, opening: null, closing: null };
  for (const { row, cells } of rows) {
    const filled = cells.filter((cell) => cell !== null && cellText(cell).trim() !== "");
    const text = filled.map(cellText).join(" ");
    const currency = CURRENCY.test(text) ? /[A-Z]{3}/.exec(text.replace(CURRENCY, "").toUpperCase())?.[0] : undefined;
    if (currency && !["NGN", "NAI"].includes(currency))
      throw new StatementError(`Line ${row}: the statement is in ${currency}. Only accounts in naira are reconciled.`);
    if (ACCOUNT.test(text)) notes.accountNumber ??= /(?<![\d*x])\d{10}(?![\d*x])/i.exec(text)?.[0] ?? null;
    if (PERIOD.test(text)) notes.period ??= periodIn(filled, text, format);
    notes.opening ??= isOpeningBalanceLabel(text) ? amountAfterLabel(filled, isOpeningBalanceLabel) : null;
    notes.closing ??= isClosingBalanceLabel(text) ? amountAfterLabel(filled, isClosingBalanceLabel) : null;
  }
  return notes;
}

function periodIn(cells: readonly WorkbookCell[], text: string, format: DayFormat): TableNotes["period"] {
  const own = cells.flatMap((cell) => (cell instanceof Date ? [parseDay(cell, format)] : []));
  const textual = [...text.matchAll(DATE_IN_TEXT)].map(([date]) => dayIn(date, format));
  const [from, to] = own.length >= 2 ? own : textual;
  return from && to && from <= to ? { from, to } : null;
}

const dayIn = (date: string, format: DayFormat) =>
  [format, "dmy" as const, "ymd" as const, "mdy" as const].reduce<string | null>(
    (day, each) => day ?? parseDay(date, each),
    null,
  );

/** Returns the amount that follows a label: after the colon in the label's cell, or in the next cell with an amount; null if none. */
export function amountAfterLabel(cells: readonly WorkbookCell[], isLabel: (text: string) => boolean): number | null {
  const at = cells.findIndex((cell) => isLabel(cellText(cell)));
  const label = cellText(cells[at]);
  const own = label.includes(":")
    ? label.slice(label.lastIndexOf(":") + 1)
    : /[\d,]+\.\d\d\s*(?:cr|dr)?$/i.exec(label)?.[0];
  for (const cell of [own ?? null, ...cells.slice(at + 1)]) {
    if (typeof cell !== "string" && typeof cell !== "number") continue;
    const amount = parseCellAmount(cell);
    if ("kobo" in amount && amount.kobo !== null) return amount.kobo;
  }
  return null;
}
