import { cleanPastedLine } from "@/lib/contract/pasted.values";

/** Amount in a cell: signed kobo; `null` for an empty cell or a dash; or a problem. */
export type CellAmount = { kobo: number | null } | { problem: string };

const EMPTY: CellAmount = { kobo: null };
const CURRENCY = /^(?:₦|NGN|=N=|N(?=[\d\s(-]))\s*|\s*(?:₦|NGN)$/gi;
const OTHER_CURRENCY = /[$€£¥]|\b(?:USD|EUR|GBP|XAF|GHS)\b/i;
const MARK = /\s*(DR|CR|D|C)\.?$/i;
const PLAIN = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d+))?$/;
const FAST = /^(\d{1,13})\.(\d\d)$/;

/**
 * Reads an amount in naira: `1,234.50`, `(1,234.50)`, `1234.5-`, `₦1,234.50`, `500.00 DR`. Brackets, a minus and DR are negative.
 * Refuses amounts that may mean two things, such as `1.500` and `1.234,50`. Calculates with decimal digits, because floating point would round.
 */
export function parseCellAmount(cell: string | number): CellAmount {
  if (typeof cell === "number") return amountOfNumber(cell);
  const fast = FAST.exec(cell);
  if (fast) return { kobo: Number((fast[1] ?? "") + fast[2]) };
  const text = cleanPastedLine(cell)
    .replace(/[\u2012-\u2014\u2212]/g, "-")
    .replace(/^'/, "");
  if (/^(?:-*|nil|null|n\/a)$/i.test(text)) return EMPTY;
  if (OTHER_CURRENCY.test(text)) return { problem: `“${shorten(text)}” is not in naira` };
  const mark = MARK.exec(text)?.[1]?.charAt(0).toUpperCase();
  const unmarked = text.replace(MARK, "").trim();
  const [number, isNegative] = withoutSign(unmarked);
  const digits = number.replace(/\s/g, "");
  const parsed = /\d/.test(digits) ? PLAIN.exec(digits) : null;
  if (!parsed) return { problem: `“${shorten(text)}” is not a clear amount` };
  const [, whole = "", decimals = ""] = parsed;
  const isUnclear = decimals.length === 3 && whole.length <= 3;
  if (isUnclear || /[1-9]/.test(decimals.slice(2))) return { problem: `“${shorten(text)}” is not a clear amount` };
  const kobo = Number(whole.replaceAll(",", "") + decimals.slice(0, 2).padEnd(2, "0"));
  if (!Number.isSafeInteger(kobo)) return { problem: `“${shorten(text)}” is too large` };
  return { kobo: kobo !== 0 && isNegative !== (mark === "D") ? -kobo : kobo };
}

/** Removes a sign, brackets and currency in any order. */
function withoutSign(text: string): [number: string, isNegative: boolean] {
  let [rest, isNegative] = [text, false];
  for (let round = 0; round < 3; round++) {
    rest = rest.replace(CURRENCY, "").trim();
    const inner = /^\((.*)\)$|^-(.*)$|^(.*)-$/.exec(rest);
    if (inner && !isNegative) [rest, isNegative] = [(inner[1] ?? inner[2] ?? inner[3] ?? "").trim(), true];
    else if (/^\+\d/.test(rest)) rest = rest.slice(1);
  }
  return [rest, isNegative];
}

/** Reads a number from a spreadsheet cell. Ignores rounding errors of formulas (1e-10), but refuses a real fraction of a kobo. */
function amountOfNumber(naira: number): CellAmount {
  const kobo = Math.round(naira * 100);
  if (!Number.isSafeInteger(kobo)) return { problem: `${naira} is too large` };
  if (Math.abs(naira * 100 - kobo) > 0.001) return { problem: `${naira} has more than two decimals` };
  return { kobo: kobo === 0 ? 0 : kobo };
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
