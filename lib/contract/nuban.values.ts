/** Weights of CBN's revised NUBAN standard (2020): three digits that repeat over institution code and serial number. */
const WEIGHTS = [3, 7, 3] as const;

/**
 * Returns the six-digit institution code from which the check digit of an account number is computed: `000` and the code of a
 * commercial bank, or `9` and the five-digit code of another institution. Null for other codes, such as NIP codes.
 */
export function nubanInstitutionCode(bankCode: string): string | null {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`;
  return /^\d{5}$/.test(bankCode) ? `9${bankCode}` : null;
}

/** Returns the check digit of an account number. `institution`: six digits. `serial`: the account number's first nine digits. */
export function nubanCheckDigit(institution: string, serial: string): number {
  const sum = [...institution, ...serial].reduce(
    (total, digit, index) => total + Number(digit) * (WEIGHTS[index % WEIGHTS.length] ?? 0),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** Returns whether the check digit of a ten-digit account number is right for its bank; null for a bank code without check digits. */
export function hasValidNubanCheckDigit(bankCode: string, accountNumber: string): boolean | null {
  const institution = nubanInstitutionCode(bankCode);
  if (!institution || !/^\d{10}$/.test(accountNumber)) return null;
  return nubanCheckDigit(institution, accountNumber.slice(0, 9)) === Number(accountNumber.slice(9));
}
