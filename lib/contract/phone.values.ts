import { cleanPastedValue } from "./pasted.values";

/**
 * Parses a Nigerian phone number in any common form, such as `0803 123 4567`, `+234 (0) 803-123-4567`, `002348031234567` or
 * `8031234567`. Returns `+2348031234567`, or null if it is none.
 */
export function readPhone(typedPhone: string): string | null {
  // Removes `.0`, which spreadsheets write if they treat a phone number as a number.
  const number = cleanPastedValue(typedPhone)
    .replace(/^(\+?\d{10,14})\.0+$/, "$1")
    .replace(/[\s().\-/]/g, "");
  const nationalDigits = /^(?:\+234|00234|234)0?(\d{10})$/.exec(number)?.[1] ?? /^0(\d{10})$/.exec(number)?.[1];
  const digits = nationalDigits ?? /^[789]\d{9}$/.exec(number)?.[0];
  return digits ? `+234${digits}` : null;
}

/** Formats a phone number with one space between its groups: `(0803) 123-4567` becomes `0803 123 4567`. */
export const formatPhoneGroups = (typedPhone: string) =>
  cleanPastedValue(typedPhone)
    .replace(/^(\+?\d+) ?\(0\) ?/, "$1 ")
    .replace(/^\((\+?\d+)\)[ -]?/, "$1 ")
    .replace(/(\d)[-./](?=\d)/g, "$1 ")
    .trim();
