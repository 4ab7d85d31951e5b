import "server-only";
import type { PaymentProvider } from "@/lib/server/transaction/provider-port";
import { accountName, banks } from "./banks";
import { begin } from "./begin";
import { answerDispute, disputes, sendEvidence } from "./disputes";
import { balance, payout, refund } from "./orders";
import { refunds, transfers } from "./outflows";
import { readWebhook, verify } from "./reports";
import { settledItems, settlements } from "./settlements";

/** Paystack's API (docs/payment-providers.md). Needs PAYSTACK_SECRET_KEY. */
export const paystackProvider: PaymentProvider = {
  begin,
  verify,
  refund,
  payout,
  signatureHeader: "x-paystack-signature",
  isAnsweredFirst: true,
  readWebhook,
  settlements,
  settledItems,
  transfers,
  refunds,
  disputes,
  sendEvidence,
  answerDispute,
  balance,
  banks,
  accountName,
};
