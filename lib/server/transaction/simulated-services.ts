import "server-only";
import { createHash } from "node:crypto";
import type { Checkout } from "@/lib/contract/transaction.app";
import type { PaymentBeginOrder } from "./provider-port";

const CHECKOUT_MS = 30 * 60_000;

/** Returns a checkout that leads nowhere: the reserved domain and the bank do not exist. */
export function simulatedCheckout({ reference, channel }: PaymentBeginOrder): Checkout {
  const expires_at = new Date(Date.now() + CHECKOUT_MS).toISOString();
  const digits = String(createHash("sha256").update(reference).digest().readUIntBE(0, 6)).slice(-9).padStart(9, "0");
  if (channel === "bank_transfer")
    return {
      kind: "bank_account",
      bank: "Simulated Bank",
      account_number: `${digits}0`,
      account_name: "SIMULATED CHECKOUT",
      expires_at,
    };
  if (channel === "ussd") return { kind: "ussd", code: `*000*${digits}#`, expires_at };
  return { kind: "page", url: `https://simulated-provider.example/pay/${encodeURIComponent(reference)}`, expires_at };
}

/** Returns another person's name for account numbers that begin with 00099, so that a payout to them waits; else null. */
export const simulatedAccountName = (accountNumber: string) =>
  accountNumber.startsWith("00099") ? "BLESSING OKORO" : null;
