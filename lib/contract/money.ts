import { z } from "zod";
import { MAX_KOBO } from "./ledger.values";
import { parseNaira } from "./money.values";

const WORDS = "Enter an amount such as 5,000 or 5,000.50.";

/** An amount above zero, in kobo. */
export const kobo = z.int(WORDS).min(1, "The amount must be above zero.").max(MAX_KOBO, "This amount is too large.");

/** An amount that may be left out, as 0. */
export const koboOrNone = z
  .int(WORDS)
  .min(0, "The amount can't be below zero.")
  .max(MAX_KOBO, "This amount is too large.");

/** Naira in a query string, `5000.50`; comes out in kobo. */
export const koboText = z
  .string()
  .max(40, WORDS)
  .refine((typed) => parseNaira(typed) !== null, WORDS)
  .refine((typed) => (parseNaira(typed) ?? 0) <= MAX_KOBO, "This amount is too large.");
