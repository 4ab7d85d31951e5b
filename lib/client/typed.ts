import { parseNaira } from "@/lib/contract/money.values";

/** Reads a number out of what somebody typed; null where it can't. */
export type Reader = (text: string) => number | null;

/** Kobo of `5,000` or `₦5,000.50`. */
export const readNaira: Reader = parseNaira;

/** `1000` or `1,000`. */
export const readWhole: Reader = (text) =>
  /^(\d{1,3}(,\d{3})+|\d+)$/.test(text.trim()) ? Number(text.trim().replaceAll(",", "")) : null;

/** Hundredths of a percent of `12.5` or `12.5%`. */
export const readPercent: Reader = (text) => {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?)\s*%?$/.exec(text.trim()) ?? [];
  return percent === undefined ? null : Math.round(Number(percent) * 100);
};

/** What a draft of text says: null where nothing is typed, NaN for what can't be read, which the contract then refuses. */
export const typedNumber = (text: string, read: Reader): number | null =>
  text.trim() === "" ? null : (read(text) ?? Number.NaN);
