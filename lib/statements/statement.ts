import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { NARRATION_LENGTH_MAX, STATEMENT_LINES_MAX } from "@/lib/contract/reconciliation.values";
import { formatCount, formatDay, formatMoney } from "@/lib/format";

/** Line of a bank statement. Amounts are in kobo, positive for money that arrived. */
export type StatementLine = {
  /** Line number in a text file, row in a sheet, or position of the entry in a camt.053 file. */
  line: number;
  /** ISO 8601 day on which the bank booked the amount. */
  day: string;
  amount: number;
  /** Balance after the line; null if the file has no balances. */
  balance: number | null;
  narration: string;
  reference: string;
};

/** Content of a statement's file. Lines are in the order in which the bank booked them; balances are in kobo. */
export type ParsedStatement = {
  /** Account number in the file; null if the file has no account number, or only a masked number. */
  accountNumber: string | null;
  fromDay: string;
  toDay: string;
  /** False if the file states no period. The statement may then cover more days than its lines. */
  statesPeriod: boolean;
  opening: number;
  closing: number;
  lines: StatementLine[];
};

/** Error in a statement's file. The message names the line and what to do. */
export class StatementError extends Error {}

/** Makes an error that names a line of the file. `noun`: "Line" by default, "Entry" in camt.053 files. */
export const lineError = (line: number, problem: string, noun = "Line") =>
  new StatementError(`${noun} ${formatCount(line)}: ${problem}`);

const CONTROL_CHARS = /\p{Cc}+/gu;

/** Returns a bank's text on one line, without invisible characters, truncated to `max` characters. */
export function cleanBankText(text: string, max = NARRATION_LENGTH_MAX): string {
  const line = PLAIN_TEXT.test(text) ? text.trim() : cleanPastedLine(text.replace(CONTROL_CHARS, " ")).normalize("NFC");
  const clean = line.replace(/\s{2,}/g, " ");
  if (clean.length <= max) return clean;
  // Removes half a surrogate pair at the end.
  return clean
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}
/** Matches text without characters to remove. Most lines match, so this skips the slow path for files of 200,000 lines. */
const PLAIN_TEXT = /^[ -~]*$/;

/** Throws if a statement has more lines than one import may have. */
export function refuseTooManyLines(count: number): void {
  if (count > STATEMENT_LINES_MAX)
    throw new StatementError(
      `This file has more than ${formatCount(STATEMENT_LINES_MAX)} lines. Download the statement in shorter periods.`,
    );
}

/**
 * Checks that the balances of a statement agree to the kobo: each line's balance, and opening + lines = closing.
 * @throws StatementError that names the first wrong line and both amounts
 */
export function checkBalances({ opening, closing, lines }: ParsedStatement, noun = "Line"): void {
  const wrong = findWrongBalance(opening, lines);
  if (wrong)
    throw lineError(
      wrong.line.line,
      `the balance is ${formatMoney(wrong.line.balance ?? 0)}, but the lines before it and its amount make ${formatMoney(wrong.expected)}. A line may be missing or changed. Download the statement again.`,
      noun,
    );
  const sum = lines.reduce((total, { amount }) => total + amount, opening);
  const last = lines.at(-1);
  if (sum === closing) return;
  const problem = `the opening balance ${formatMoney(opening)} and all lines make ${formatMoney(sum)}, but the closing balance is ${formatMoney(closing)}. The difference is ${formatMoney(closing - sum)}. Lines may be missing. Download the statement again.`;
  throw last ? lineError(last.line, problem, noun) : new StatementError(problem.replace(/^t/, "T"));
}

/** Returns the first line whose balance is not the balance before it plus its amount, and the expected balance in kobo. */
export function findWrongBalance(
  opening: number,
  lines: readonly StatementLine[],
): { line: StatementLine; expected: number } | null {
  let expected = opening;
  for (const line of lines) {
    expected += line.amount;
    if (line.balance !== null && line.balance !== expected) return { line, expected };
  }
  return null;
}

/** Returns the first and last day of lines; null if there are no lines. */
export function daysOfLines(lines: readonly StatementLine[]): { first: string; last: string } | null {
  let [first, last] = [lines[0]?.day, lines[0]?.day];
  if (first === undefined || last === undefined) return null;
  for (const { day } of lines) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return { first, last };
}

/** Returns the period extended to the days of all lines, because lines may be dated outside the period of the balances. */
export function extendPeriodToLines(fromDay: string, toDay: string, lines: readonly StatementLine[]) {
  const days = daysOfLines(lines);
  const [first = fromDay] = [fromDay, days?.first ?? fromDay].sort();
  const [, last = first] = [toDay, days?.last ?? toDay].sort();
  return { statesPeriod: true, fromDay: first, toDay: [first, last].sort()[1] ?? last };
}

/** Throws if a line's day is outside the period that the file states. */
export function checkPeriod({ fromDay, toDay, lines }: ParsedStatement, noun = "Line"): void {
  const outside = lines.find(({ day }) => day < fromDay || day > toDay);
  if (outside)
    throw lineError(
      outside.line,
      `${formatDay(outside.day)} is outside the statement's period, ${formatDay(fromDay)} to ${formatDay(toDay)}. Check the form of the dates.`,
      noun,
    );
}

/** Throws if the file is a statement of another account. Ignores a branch, a currency or zeros that banks add to the number. */
export function refuseOtherAccount(found: string | null, accountNumber: string): void {
  if (found === null || isSameAccount(found, accountNumber)) return;
  throw new StatementError(
    `This is a statement of account ${found}, not of ${accountNumber}. Choose that account, or another file.`,
  );
}

/** Returns true if an account in a file is the account with this number. */
export const isSameAccount = (found: string, accountNumber: string) =>
  found.replace(/\W/g, "").includes(accountNumber.replace(/\D/g, ""));
