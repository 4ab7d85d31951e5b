// @ts-check
// Plain JavaScript, because json-output.mjs loads it before Next.js and without a build.

/** Masks 11 or more digits in a row, such as a NIN, BVN or phone number, except the last four. @param {string} text */
export const maskNumbers = (text) => text.replace(/\d{11,}/g, (digits) => `…${digits.slice(-4)}`);

/** Removes the parameters from a failed query's error, because they may contain tokens, mails or personal data. @param {string} text */
const withoutParams = (text) => text.replace(/^params: .*(?:\n(?! {4}at ).*)*/gm, "params: [left out]");

/** Removes query parameters from a message and masks long numbers. @param {string} text */
export const redactText = (text) => maskNumbers(withoutParams(text));

/** Like `redactText`, and masks email addresses, which mail servers quote in their errors. @param {string} text */
export const redactAddresses = (text) => redactText(text).replace(/[^\s<>()"',;:]+@[^\s<>()"',;:]+/g, "…@…");
