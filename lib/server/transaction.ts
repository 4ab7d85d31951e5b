import "server-only";
import { api, apiWithAfterCommit, apiWithPreparation } from "./api/pipeline";
import { createExportLink } from "./exports/link";
import { toUnpagedList } from "./lists/list";
import { listBanks } from "./transaction/banks";
import { beginPayment } from "./transaction/begin-payment";
import { beginPaymentAfterCommit } from "./transaction/complete-payment";
import { decidePayoutAccountName } from "./transaction/decide-account";
import { disputeTransaction } from "./transaction/dispute";
import { disputeHandlers } from "./transaction/disputes/dispute-calls";
import { listTransactions, resolveReferenceSearch } from "./transaction/list";
import { listTransactionsForApp, readOwnPayment } from "./transaction/list-for-app";
import { createReceiptLink } from "./transaction/make-receipt";
import { requestedDayPeriod, transactionOverview } from "./transaction/overview";
import {
  createPaymentMethod,
  deletePaymentMethod,
  listPaymentMethods,
  offeredPaymentProviders,
  readPaymentMethodDetails,
  updatePaymentMethod,
} from "./transaction/payment-methods";
import { refundTransaction } from "./transaction/refund";
import { fetchProviderReport, requeryTransaction } from "./transaction/requery";
import { retryRefund } from "./transaction/retry-refund";
import { readTransactionDetails } from "./transaction/single";
import { findTransferRecipient, transferBetweenWallets } from "./transaction/transfer";
import { orderWithdrawal } from "./transaction/withdraw";

const { transaction: calls } = api;

/** Handlers of the `transaction.*` calls. */
export const transactionHandlers = {
  overview: calls.overview.handler(({ input, context: { db } }) =>
    transactionOverview(db, requestedDayPeriod({ ...input, days: Number(input.days) })),
  ),
  list: calls.list.handler(({ input, context: { db } }) => listTransactions(db, input)),
  export: calls.export.handler(async ({ input, context }) =>
    createExportLink(context, "transactions", await resolveReferenceSearch(context.db, input)),
  ),
  single: calls.single.handler(({ input, context: { db } }) => readTransactionDetails(db, input.transactionId)),
  receipt: calls.receipt.handler(({ input, context }) => createReceiptLink(context, input.transactionId)),
  requery: apiWithPreparation(fetchProviderReport).transaction.requery.handler(({ input, context }) =>
    requeryTransaction(context, input.transactionId, context.prepared),
  ),
  refund: calls.refund.handler(({ input, context }) => refundTransaction(context, input)),
  retryRefund: calls.retryRefund.handler(({ input, context }) => retryRefund(context, input)),
  dispute: calls.dispute.handler(({ input, context }) => disputeTransaction(context, input)),
  decideAccount: calls.decideAccount.handler(({ input, context }) => decidePayoutAccountName(context, input)),
  ...disputeHandlers,
  methods: calls.methods.handler(async ({ context: { db } }) => ({
    ...(await toUnpagedList(listPaymentMethods(db))),
    providers: offeredPaymentProviders(),
  })),
  method: calls.method.handler(({ input, context: { db } }) => readPaymentMethodDetails(db, input.methodId)),
  createMethod: calls.createMethod.handler(({ input, context }) => createPaymentMethod(context, input)),
  updateMethod: calls.updateMethod.handler(({ input, context }) => updatePaymentMethod(context, input)),
  deleteMethod: calls.deleteMethod.handler(({ input, context }) => deletePaymentMethod(context, input)),
  beginFromApp: apiWithAfterCommit(beginPaymentAfterCommit).transaction.beginFromApp.handler(({ input, context }) =>
    beginPayment(context, input),
  ),
  singleForApp: calls.singleForApp.handler(({ input, context }) => readOwnPayment(context, input)),
  listForApp: calls.listForApp.handler(({ input, context }) => listTransactionsForApp(context, input)),
  recipientForApp: calls.recipientForApp.handler(({ input, context }) => findTransferRecipient(context, input.phone)),
  banksForApp: calls.banksForApp.handler(({ context: { db } }) => listBanks(db)),
  transferFromApp: calls.transferFromApp.handler(({ input, context }) => transferBetweenWallets(context, input)),
  withdrawFromApp: calls.withdrawFromApp.handler(({ input, context }) => orderWithdrawal(context, input)),
};
