import { cleanPastedLine } from "./pasted.values";

const EXAMPLES = "such as 5,000 or 5,000.50";
/** Error message for text that is no amount. */
export const AMOUNT_MESSAGE = `Enter an amount ${EXAMPLES}.`;
const UNCLEAR_MESSAGE = `This amount is not clear. Use commas between thousands and a dot before kobo, ${EXAMPLES}.`;
const BELOW_ZERO_MESSAGE = `An amount can't be below zero. Enter it without a minus sign or brackets, ${EXAMPLES}.`;
const NOT_NAIRA_MESSAGE = `Enter the amount in naira, ${EXAMPLES}.`;
const TOO_LARGE_MESSAGE = "This amount is too large.";

/** Currency signs: `₦`, `N`, `NGN`, `=N=`, `#` and “naira” before or after the number; `/=` and `/-` after it. */
const NAIRA_PREFIX = /^(?:₦|=n=|#|ngn|naira|n)\s*/i;
const NAIRA_SUFFIX = /\s*(?:₦|ngn|naira)(?:\s+only)?$|\s*\/[=-]$/i;
const OTHER_CURRENCY = /[$€£¥]|\b(?:usd|eur|gbp|xaf|cfa|ghs)\b/i;
const QUOTE_MARKS = /^(?:="|["'“”‘’])+|["“”’']+$/g;

/** Matches `5,000`, `5000.50`, and thousands separated by spaces or apostrophes. A dot is followed by one or two decimals. */
const PLAIN_NUMBER = /^(\d{1,15}|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:['’]\d{3})+))(?:\.(\d{1,2}))?$/;
/** Matches `1.500,50` and `1.500.000`, where dots can only separate thousands. */
const DOTTED_NUMBER = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{2}))$|^([1-9]\d{0,2}(?:\.\d{3}){2,})$/;

/**
 * Parses an amount in naira that a person typed or pasted. Returns kobo, or an error sentence. Refuses ambiguous text
 * such as `1.500` or `1,5`. Calculates with digits, because floating point would round: 1.15 naira are 115 kobo.
 */
export function parseTypedAmount(typedAmount: string): number | string {
  const text = cleanPastedLine(typedAmount.length > 100 ? "" : typedAmount)
    .replace(/[\u2013\u2014\u2212]/g, "-")
    .replace(QUOTE_MARKS, "")
    .trim();
  if (OTHER_CURRENCY.test(text)) return NOT_NAIRA_MESSAGE;
  const number = text
    .replace(NAIRA_PREFIX, "")
    .replace(NAIRA_SUFFIX, "")
    .replace(/[.,;]$/, "");
  if (/^-|-$|^\(.*\)$/.test(number) || /^[-(]/.test(text)) return /\d/.test(text) ? BELOW_ZERO_MESSAGE : AMOUNT_MESSAGE;
  const plain = PLAIN_NUMBER.exec(number);
  const dotted = DOTTED_NUMBER.exec(number);
  const [nairaDigits, kobo = ""] = plain ? plain.slice(1) : [dotted?.[1] ?? dotted?.[3], dotted?.[2]];
  if (nairaDigits === undefined) return /^\d[\d.,\s'’]*$/.test(number) ? UNCLEAR_MESSAGE : AMOUNT_MESSAGE;
  const digits = nairaDigits.replace(/\D/g, "");
  const amount = Number(digits + kobo.padEnd(2, "0"));
  return Number.isSafeInteger(amount) ? amount : TOO_LARGE_MESSAGE;
}

/** Parses an amount in naira. Returns kobo, or null for an invalid amount. */
export function parseNaira(typedAmount: string): number | null {
  const parsedAmount = parseTypedAmount(typedAmount);
  return typeof parsedAmount === "number" ? parsedAmount : null;
}

/** Formats an amount for URLs and inputs: `1500`, `1500.50`. @param kobo a whole number from 0 on */
export const nairaText = (kobo: number) => {
  const digits = String(kobo).padStart(3, "0");
  return digits.endsWith("00") ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
