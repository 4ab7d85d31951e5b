import { cleanLine } from "./pasted.values";

const EXAMPLE = "such as 5,000 or 5,000.50";
export const AMOUNT_WORDS = `Enter an amount ${EXAMPLE}.`;
const UNCLEAR = `This amount is not clear. Use commas between thousands and a dot before kobo, ${EXAMPLE}.`;
const BELOW_ZERO = `An amount can't be below zero. Enter it without a minus sign or brackets, ${EXAMPLE}.`;
const NOT_NAIRA = `Enter the amount in naira, ${EXAMPLE}.`;
const TOO_LARGE = "This amount is too large.";

/** Currency signs: `₦`, `N`, `NGN`, `=N=`, `#` and “naira” before or after the number; `/=` and `/-` after it. */
const NAIRA_BEFORE = /^(?:₦|=n=|#|ngn|naira|n)\s*/i;
const NAIRA_BEHIND = /\s*(?:₦|ngn|naira)(?:\s+only)?$|\s*\/[=-]$/i;
const OTHER_CURRENCY = /[$€£¥]|\b(?:usd|eur|gbp|xaf|cfa|ghs)\b/i;
const QUOTES = /^(?:="|["'“”‘’])+|["“”’']+$/g;

/** `5,000`, `5000.50`, and thousands separated by spaces or apostrophes. A dot is followed by one or two decimals. */
const PLAIN = /^(\d{1,15}|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:['’]\d{3})+))(?:\.(\d{1,2}))?$/;
/** `1.500,50` and `1.500.000`, where dots can only separate thousands. */
const DOTTED = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{2}))$|^([1-9]\d{0,2}(?:\.\d{3}){2,})$/;

/**
 * Parses an amount in naira that a person typed or pasted. Returns kobo, or an error sentence. Ambiguous text such as `1.500` or
 * `1,5` is refused. Works on digits, without rounding errors: 1.15 naira are 115 kobo.
 */
export function readAmount(typed: string): number | string {
  const text = cleanLine(typed.length > 100 ? "" : typed)
    .replace(/[\u2013\u2014\u2212]/g, "-")
    .replace(QUOTES, "")
    .trim();
  if (OTHER_CURRENCY.test(text)) return NOT_NAIRA;
  const number = text
    .replace(NAIRA_BEFORE, "")
    .replace(NAIRA_BEHIND, "")
    .replace(/[.,;]$/, "");
  if (/^-|-$|^\(.*\)$/.test(number) || /^[-(]/.test(text)) return /\d/.test(text) ? BELOW_ZERO : AMOUNT_WORDS;
  const plain = PLAIN.exec(number);
  const dotted = DOTTED.exec(number);
  const [whole, kobo = ""] = plain ? plain.slice(1) : [dotted?.[1] ?? dotted?.[3], dotted?.[2]];
  if (whole === undefined) return /^\d[\d.,\s'’]*$/.test(number) ? UNCLEAR : AMOUNT_WORDS;
  const digits = whole.replace(/\D/g, "");
  const amount = Number(digits + kobo.padEnd(2, "0"));
  return Number.isSafeInteger(amount) ? amount : TOO_LARGE;
}

/** Parses an amount in naira. Returns kobo, or null for an invalid amount. */
export function parseNaira(typed: string): number | null {
  const read = readAmount(typed);
  return typeof read === "number" ? read : null;
}

/** Formats an amount for URLs and inputs: `1500`, `1500.50`. @param kobo a whole number from 0 on */
export const nairaText = (kobo: number) => {
  const digits = String(kobo).padStart(3, "0");
  return digits.endsWith("00") ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
