/** A number as letters, for names that differ: 0 is "aa", 1 is "ab". Names have no digits. */
export const inLetters = (n: number) =>
  n
    .toString(26)
    .padStart(2, "0")
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
