import { z } from "zod";
import { oneLine } from "./common";
import { MAX_KOBO } from "./ledger.values";
import { amountError, kobo } from "./money";
import { PAYMENT_CHANNELS, PAYMENT_PROVIDERS } from "./transaction.values";

const koboOrNone = z
  .int(amountError("Enter an amount such as 100 or 100.50."))
  .min(0, "A fee can't be below zero.")
  .max(MAX_KOBO, "This amount is too large.");
const basisPoints = z
  .int("Enter a percentage such as 1.5, with at most two decimals.")
  .min(0, "A fee can't be below zero.")
  .max(10_000, "Use at most 100%.");
const POSITION_MESSAGE = "Enter a whole number from 0 to 999.";
const position = z.int(POSITION_MESSAGE).min(0, POSITION_MESSAGE).max(999, POSITION_MESSAGE);
/** Input fields of a payment method. */
export const paymentMethodFields = {
  name: oneLine(60, 2),
  channel: z.enum(PAYMENT_CHANNELS, "Choose a channel."),
  provider: z.enum(PAYMENT_PROVIDERS, "Choose a provider."),
  min_amount: kobo,
  max_amount: kobo,
  fee_flat: koboOrNone,
  fee_basis_points: basisPoints,
  fee_cap: kobo.nullable(),
  position,
  enabled: z.boolean(),
};
