import "server-only";
import type { PaymentProvider } from "@/lib/server/transaction/provider-port";
import { fetchPaystackAccountName, fetchPaystackBanks } from "./banks";
import { beginPaystackPayment } from "./begin";
import { answerPaystackDispute, fetchPaystackDisputes, sendPaystackEvidence } from "./disputes";
import { fetchPaystackBalance, orderPaystackPayout, orderPaystackRefund } from "./orders";
import { fetchPaystackRefunds, fetchPaystackTransfers } from "./outflows";
import { fetchPaystackReport, readPaystackWebhook } from "./reports";
import { fetchPaystackSettledItems, fetchPaystackSettlements } from "./settlements";

/** Paystack's API (docs/payment-providers.md). Needs PAYSTACK_SECRET_KEY. */
export const paystackProvider: PaymentProvider = {
  begin: beginPaystackPayment,
  verify: fetchPaystackReport,
  refund: orderPaystackRefund,
  payout: orderPaystackPayout,
  signatureHeader: "x-paystack-signature",
  isAnsweredFirst: true,
  readWebhook: readPaystackWebhook,
  settlements: fetchPaystackSettlements,
  settledItems: fetchPaystackSettledItems,
  transfers: fetchPaystackTransfers,
  refunds: fetchPaystackRefunds,
  disputes: fetchPaystackDisputes,
  sendEvidence: sendPaystackEvidence,
  answerDispute: answerPaystackDispute,
  balance: fetchPaystackBalance,
  banks: fetchPaystackBanks,
  accountName: fetchPaystackAccountName,
};
