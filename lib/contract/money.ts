import { z } from "zod";
import { MAX_KOBO } from "./ledger.values";
import { AMOUNT_WORDS, nairaText, readAmount } from "./money.values";

/**
 * Makes the error option of a kobo schema. A form sends text that it could not parse; the message explains what is unclear.
 * @param otherwise message for all other cases
 */
export const amountError = (otherwise: string) => ({
  error: ({ input }: { input?: unknown }) => {
    const read = typeof input === "string" ? readAmount(input) : AMOUNT_WORDS;
    return typeof read === "string" && read !== AMOUNT_WORDS ? read : otherwise;
  },
});
const WORDS = amountError(AMOUNT_WORDS);
const TOO_LARGE = "This amount is too large.";

/** An amount above zero, in kobo. */
export const kobo = z.int(WORDS).min(1, "The amount must be above zero.").max(MAX_KOBO, TOO_LARGE);

/** An optional amount in kobo, 0 if left out. */
export const koboOrNone = z.int(WORDS).min(0, "The amount can't be below zero.").max(MAX_KOBO, TOO_LARGE);

/** Naira as text, in any form that `readAmount` reads. The output is `5000` or `5000.50`. */
export const koboText = z
  .string(AMOUNT_WORDS)
  .max(100, AMOUNT_WORDS)
  .transform((typed, context) => {
    const read = readAmount(typed);
    if (typeof read === "number") return nairaText(read);
    context.addIssue({ code: "custom", message: read });
    return z.NEVER;
  });
