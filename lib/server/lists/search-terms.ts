import "server-only";

/** What is left of a Nigerian phone number in any form, such as `+234 (0) 803-123 4567`: `8031234567`; null for other text. */
export function nationalDigits(typed: string): string | null {
  const digits = typed.replace(/[\s().+-]/g, "");
  return /^\d{4,16}$/.test(digits) ? digits.replace(/^(00)?(234)?0?/, "") : null;
}

export const isUuid = (typed: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(typed);
