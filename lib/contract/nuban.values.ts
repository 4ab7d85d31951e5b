/** Weights of CBN's revised NUBAN standard (2020): three digits that repeat over institution code and serial number. */
const WEIGHTS = [3, 7, 3] as const;

/**
 * Returns the six digits of an institution in account numbers: three zeros and the code of a commercial bank, or 9 and
 * the five digits of another institution. Null for other codes, such as those of NIP.
 */
export function nubanInstitutionCode(bankCode: string): string | null {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`;
  return /^\d{5}$/.test(bankCode) ? `9${bankCode}` : null;
}

/** Returns the check digit of a serial number of nine digits at an institution of six digits. */
export function nubanCheckDigit(institution: string, serial: string): number {
  const sum = [...institution, ...serial].reduce(
    (total, digit, index) => total + Number(digit) * (WEIGHTS[index % WEIGHTS.length] ?? 0),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** Returns whether an account number of ten digits fits its bank; null for a code that has no check digits. */
export function hasValidNubanCheckDigit(bankCode: string, accountNumber: string): boolean | null {
  const institution = nubanInstitutionCode(bankCode);
  if (!institution || !/^\d{10}$/.test(accountNumber)) return null;
  return nubanCheckDigit(institution, accountNumber.slice(0, 9)) === Number(accountNumber.slice(9));
}
