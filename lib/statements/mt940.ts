import { STATEMENT_REFERENCE_LENGTH_MAX } from "@/lib/contract/reconciliation.values";
import { formatMoney } from "@/lib/format";
import {
  checkBalances,
  cleanBankText,
  extendPeriodToLines,
  isSameAccount,
  lineError,
  type ParsedStatement,
  refuseTooManyLines,
  StatementError,
  type StatementLine,
} from "./statement";

/** Field of an MT940 file: its tag, its text with continuation lines, and the number of its first line. */
type Field = { tag: string; text: string; line: number };
/** One page of a statement, between `:60F:` or `:60M:` and `:62F:` or `:62M:`. */
type Page = { account: string; opening: Balance; closing: Balance | null; lines: StatementLine[] };
type Balance = { kobo: number; day: string; line: number };

const FIELD = /^:(\d{2}[A-Z]?):(.*)$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,2})$/;
const LINE = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(\d{1,15},\d{0,2})([A-Z][A-Z0-9]{3})([^\n]*)(?:\n([\s\S]*))?$/;

/** Returns true for text that is an MT940 message, with or without SWIFT's envelope. */
export const isMt940 = (text: string) =>
  /(?:^|\n):20:/.test(text.slice(0, 5_000)) && /(?:^|\n):60[FM]:/.test(text.slice(0, 20_000));

/**
 * Reads an MT940 file with one or more statements and pages of one account in naira.
 * @param accountNumber chooses the account if the file contains several
 * @throws StatementError that names the line
 */
export function parseMt940(text: string, accountNumber: string): ParsedStatement {
  const pages = readPages(text);
  const accounts = new Set(pages.map(({ account }) => account));
  const own = accounts.size > 1 ? pages.filter(({ account }) => isSameAccount(account, accountNumber)) : pages;
  const [first] = own;
  if (!first) {
    if (accounts.size === 0) throw new StatementError("No opening balance (:60F:) was found in this MT940 file.");
    throw new StatementError(`This file has statements of ${[...accounts].join(", ")}, not of ${accountNumber}.`);
  }
  const lines: StatementLine[] = [];
  let closing: Balance | null = null;
  for (const page of own) {
    if (closing && closing.kobo !== page.opening.kobo)
      throw lineError(
        page.opening.line,
        `the opening balance is ${formatMoney(page.opening.kobo)}, but the page before it closed with ${formatMoney(closing.kobo)}. A page may be missing.`,
      );
    if (!page.closing)
      throw lineError(
        page.opening.line,
        "the closing balance (:62F:) of this statement is missing. The file may be cut off.",
      );
    closing = page.closing;
    checkPage(page, closing);
    for (const line of page.lines) lines.push(line);
  }
  refuseTooManyLines(lines.length);
  const end = closing ?? first.opening;
  const statement = {
    accountNumber: first.account || null,
    ...period(first.opening, end, lines),
    opening: first.opening.kobo,
    closing: end.kobo,
    lines,
  };
  checkBalances(statement);
  return statement;
}

function checkPage({ opening, lines }: Page, closing: Balance): void {
  const sum = lines.reduce((total, { amount }) => total + amount, opening.kobo);
  if (sum !== closing.kobo)
    throw lineError(
      closing.line,
      `the closing balance is ${formatMoney(closing.kobo)}, but the opening balance and the lines make ${formatMoney(sum)}. Lines may be missing. Download the statement again.`,
    );
}

/** Returns a statement's period. An opening balance dated before the closing balance belongs to the evening before the first day. */
const period = (opening: Balance, closing: Balance, lines: readonly StatementLine[]) =>
  extendPeriodToLines(opening.day < closing.day ? nextDay(opening.day) : opening.day, closing.day, lines);

const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

function readPages(text: string): Page[] {
  const pages: Page[] = [];
  let [account, page, isInPage] = ["", null as Page | null, false];
  for (const field of fieldsOf(text)) {
    if (field.tag === "25" || field.tag === "25P") account = cleanBankText(field.text.split("\n")[0] ?? "", 60);
    else if (/^60[FM]$/.test(field.tag)) {
      page = { account, opening: readBalance(field), closing: null, lines: [] };
      pages.push(page);
      isInPage = true;
    } else if (/^62[FM]$/.test(field.tag)) {
      if (page) page.closing = readBalance(field);
      isInPage = false;
    } else if (field.tag === "61") {
      if (!page || !isInPage)
        throw lineError(field.line, "a line (:61:) is outside a statement. The opening balance is missing.");
      page.lines.push(readLine(field));
    } else if (field.tag === "86") {
      // Ignores an :86: field after the closing balance, which describes the whole statement instead of a line.
      const last = isInPage ? page?.lines.at(-1) : undefined;
      if (last) last.narration = cleanBankText([readDetails(field.text), last.narration].filter(Boolean).join(" "));
    }
  }
  return pages;
}

/** Splits a file into fields. Lines without a tag continue the field above. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | null = null;
  let line = 0;
  for (const raw of text.split(/\r\n|\n|\r/)) {
    line++;
    const content = raw.replace(/^\{1:.*?\{4:/, "").trimEnd();
    const [, tag, rest = ""] = FIELD.exec(content) ?? [];
    const isEnvelope = /^-(?:\}.*)?$|^\{\d:/.test(content);
    if (tag) {
      if (field) yield field;
      field = { tag, text: rest, line };
    } else if (isEnvelope) {
      if (field) yield field;
      field = null;
    } else if (field && content) field.text += `\n${content}`;
  }
  if (field) yield field;
}

function readBalance({ text, line, tag }: Field): Balance {
  const [, mark, date = "", currency, amount = ""] = BALANCE.exec(text.trim()) ?? [];
  if (!mark) throw lineError(line, `“${cleanBankText(text, 60)}” is not a balance (:${tag}:).`);
  if (currency !== "NGN")
    throw lineError(line, `the statement is in ${currency}. Only accounts in naira are reconciled.`);
  return { kobo: koboOf(amount) * (mark === "D" ? -1 : 1) || 0, day: dayOf(date, line), line };
}

function readLine({ text, line }: Field): StatementLine {
  const match = LINE.exec(text.trim());
  if (!match) throw lineError(line, `“${cleanBankText(text, 60)}” is not a line of a statement (:61:).`);
  const [, valueDate = "", entry, mark, , amount = "", , references = "", more = ""] = match;
  const [own = "", bank = ""] = references.split("//");
  const reference = /^(?:NONREF|NOREF)?$/i.test(own.trim()) ? bank : own;
  const isIn = mark === "C" || mark === "RD";
  const kobo = koboOf(amount);
  if (kobo === 0) throw lineError(line, "the amount is zero.");
  const valueDay = dayOf(valueDate, line);
  return {
    line,
    day: entry ? entryDay(valueDay, entry, line) : valueDay,
    amount: isIn ? kobo : -kobo,
    balance: null,
    narration: cleanBankText([more, bank && bank !== reference ? bank : ""].filter(Boolean).join(" ")),
    reference: cleanBankText(reference, STATEMENT_REFERENCE_LENGTH_MAX),
  };
}

/** Converts an MT940 amount such as `1234,5` to kobo. The comma separates up to two decimals. */
function koboOf(amount: string): number {
  const [naira = "", decimals = ""] = amount.split(",");
  return Number(naira + decimals.padEnd(2, "0"));
}

function dayOf(date: string, line: number): string {
  const day = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`;
  if (!isRealDay(day)) throw lineError(line, `“${date}” is not a date.`);
  return day;
}

const isRealDay = (day: string) =>
  !Number.isNaN(Date.parse(day)) && new Date(Date.parse(day)).toISOString().startsWith(day);

/** Returns the entry date, which has no year, in the year that is nearest to the value date. */
function entryDay(valueDay: string, entry: string, line: number): string {
  const year = Number(valueDay.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((each) => `${each}-${entry.slice(0, 2)}-${entry.slice(2)}`)
    .filter(isRealDay)
    .sort((one, other) => distance(one, valueDay) - distance(other, valueDay));
  if (!days[0]) throw lineError(line, `“${entry}” is not a date.`);
  return days[0];
}

const distance = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other));

/** Joins an :86: field. Structured fields keep the purpose (?20 to ?29, ?60 to ?63) and the other party's name (?32, ?33). */
function readDetails(text: string): string {
  const flat = text.replace(/\n/g, "");
  if (!/^\d{3}\?\d\d|^\?\d\d/.test(flat)) return text.replace(/\n/g, " ");
  const parts = flat
    .split(/\?(?=\d\d)/)
    .slice(1)
    .map((part) => [Number(part.slice(0, 2)), part.slice(2)] as const);
  const isPurpose = (code: number) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63);
  const purpose = parts
    .filter(([code]) => isPurpose(code))
    .map(([, value]) => value)
    .join("");
  const name = parts
    .filter(([code]) => code === 32 || code === 33)
    .map(([, value]) => value)
    .join("");
  return [purpose, name].filter(Boolean).join(" ");
}
