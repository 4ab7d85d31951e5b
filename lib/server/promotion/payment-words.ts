import "server-only";
import type { PromotableType } from "@/lib/contract/promotion.values";
import type { PaymentChannel } from "@/lib/contract/transaction.values";

/** Names of payment types within a sentence. */
export const PAYMENT_TYPE_LABELS: Record<PromotableType, string> = {
  wallet_funding: "wallet funding",
  bill_payment: "bill payments",
  tax_and_levy: "taxes and levies",
  ticket: "tickets",
};

/** Names of payment channels within a sentence. */
export const CHANNEL_LABELS: Record<PaymentChannel, string> = {
  card: "card",
  bank_transfer: "bank transfer",
  ussd: "USSD",
  wallet: "wallet",
};
