import { z } from "zod";
import { MAX_KOBO } from "./ledger.values";
import { AMOUNT_MESSAGE, nairaText, parseTypedAmount } from "./money.values";

/**
 * Returns the error option of a schema for kobo. A form sends text that it could not parse; the error then explains what is ambiguous
 * in this text.
 * @param fallback error message for all other invalid inputs
 */
export const amountError = (fallback: string) => ({
  error: ({ input }: { input?: unknown }) => {
    const parsedAmount = typeof input === "string" ? parseTypedAmount(input) : AMOUNT_MESSAGE;
    return typeof parsedAmount === "string" && parsedAmount !== AMOUNT_MESSAGE ? parsedAmount : fallback;
  },
});
const INVALID_AMOUNT = amountError(AMOUNT_MESSAGE);
const MAX_MESSAGE = "This amount is too large.";

/** An amount above zero, in kobo. */
export const kobo = z.int(INVALID_AMOUNT).min(1, "The amount must be above zero.").max(MAX_KOBO, MAX_MESSAGE);

/** An optional amount in kobo, 0 if left out. */
export const koboOrNone = z.int(INVALID_AMOUNT).min(0, "The amount can't be below zero.").max(MAX_KOBO, MAX_MESSAGE);

/** Naira as text, in any form that `parseTypedAmount` accepts. The output is `5000` or `5000.50`. */
export const nairaInput = z
  .string(AMOUNT_MESSAGE)
  .max(100, AMOUNT_MESSAGE)
  .transform((typedAmount, context) => {
    const parsedAmount = parseTypedAmount(typedAmount);
    if (typeof parsedAmount === "number") return nairaText(parsedAmount);
    context.addIssue({ code: "custom", message: parsedAmount });
    return z.NEVER;
  });
