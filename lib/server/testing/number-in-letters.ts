/** Writes a number as letters, for different names without digits: 0 is "aa", 1 is "ab". */
export const numberInLetters = (n: number) =>
  n
    .toString(26)
    .padStart(2, "0")
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
