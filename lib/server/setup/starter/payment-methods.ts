import "server-only";
import type { PaymentChannel, ProviderName } from "@/lib/contract/transaction.values";

const NAIRA_KOBO = 100;

/** Amounts in kobo. Without `provider`, any provider that accepts external payments is used. */
type StarterMethod = {
  code: string;
  name: string;
  channel: PaymentChannel;
  provider?: Extract<ProviderName, "ledger">;
  minAmount: number;
  maxAmount: number;
  feeFlat: number;
  feeBasisPoints: number;
  feeCap?: number;
};

/** Payment methods with usual fees, in the app's order. */
export const STARTER_PAYMENT_METHODS = {
  card: {
    code: "card",
    name: "Card",
    channel: "card",
    minAmount: 100 * NAIRA_KOBO,
    maxAmount: 1_000_000 * NAIRA_KOBO,
    feeFlat: 100 * NAIRA_KOBO,
    feeBasisPoints: 150,
    feeCap: 2_000 * NAIRA_KOBO,
  },
  bank_transfer: {
    code: "bank_transfer",
    name: "Bank transfer",
    channel: "bank_transfer",
    minAmount: 100 * NAIRA_KOBO,
    maxAmount: 5_000_000 * NAIRA_KOBO,
    feeFlat: 50 * NAIRA_KOBO,
    feeBasisPoints: 0,
  },
  ussd: {
    code: "ussd",
    name: "USSD",
    channel: "ussd",
    minAmount: 100 * NAIRA_KOBO,
    maxAmount: 100_000 * NAIRA_KOBO,
    feeFlat: 20 * NAIRA_KOBO,
    feeBasisPoints: 50,
    feeCap: 500 * NAIRA_KOBO,
  },
  wallet: {
    code: "wallet",
    name: "Wallet balance",
    channel: "wallet",
    provider: "ledger",
    minAmount: 50 * NAIRA_KOBO,
    maxAmount: 5_000_000 * NAIRA_KOBO,
    feeFlat: 10 * NAIRA_KOBO,
    feeBasisPoints: 0,
  },
} as const satisfies Record<string, StarterMethod>;
