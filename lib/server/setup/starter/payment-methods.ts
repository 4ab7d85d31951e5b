import "server-only";
import type { Channel, Provider } from "@/lib/contract/transaction.values";

const NAIRA = 100;

/** Amounts in kobo. Without `provider`, uses one that accepts external payments. */
type StarterMethod = {
  code: string;
  name: string;
  channel: Channel;
  provider?: Extract<Provider, "ledger">;
  minAmount: number;
  maxAmount: number;
  feeFlat: number;
  feeBasisPoints: number;
  feeCap?: number;
};

/** Payment methods with usual fees, in the app's order. */
export const STARTER_METHODS = {
  card: {
    code: "card",
    name: "Card",
    channel: "card",
    minAmount: 100 * NAIRA,
    maxAmount: 1_000_000 * NAIRA,
    feeFlat: 100 * NAIRA,
    feeBasisPoints: 150,
    feeCap: 2_000 * NAIRA,
  },
  bank_transfer: {
    code: "bank_transfer",
    name: "Bank transfer",
    channel: "bank_transfer",
    minAmount: 100 * NAIRA,
    maxAmount: 5_000_000 * NAIRA,
    feeFlat: 50 * NAIRA,
    feeBasisPoints: 0,
  },
  ussd: {
    code: "ussd",
    name: "USSD",
    channel: "ussd",
    minAmount: 100 * NAIRA,
    maxAmount: 100_000 * NAIRA,
    feeFlat: 20 * NAIRA,
    feeBasisPoints: 50,
    feeCap: 500 * NAIRA,
  },
  wallet: {
    code: "wallet",
    name: "Wallet balance",
    channel: "wallet",
    provider: "ledger",
    minAmount: 50 * NAIRA,
    maxAmount: 5_000_000 * NAIRA,
    feeFlat: 10 * NAIRA,
    feeBasisPoints: 0,
  },
} as const satisfies Record<string, StarterMethod>;
