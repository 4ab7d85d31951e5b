import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { PAYMENT_TYPES } from "@/lib/contract/transaction.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type TransactionListInput = Parameters<typeof api.transaction.list>[0];
export type RefundInput = Parameters<typeof api.transaction.refund>[0];
export type RetryRefundInput = Parameters<typeof api.transaction.retryRefund>[0];
export type ChangeDisputeStateInput = Parameters<typeof api.transaction.dispute>[0];
export type DecidePayoutAccountInput = Parameters<typeof api.transaction.decideAccount>[0];
export type OverviewPeriod = Parameters<typeof api.transaction.overview>[0];

export const transactionOverviewQuery = (period: OverviewPeriod) =>
  queryOptions({
    queryKey: queryKeyOf("Transaction", "overview", period),
    queryFn: ({ signal }) => api.transaction.overview(period, { signal }),
    placeholderData: keepPreviousData,
  });

export const transactionListQuery = (input: TransactionListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Transaction", "list", input),
    queryFn: fetchInWindow(api.transaction.list, input),
    placeholderData: keepPreviousData,
  });

/** Reads a user's latest payments, newest first, without refunds and grant payouts. */
export const latestPaymentsQuery = (userId: string) =>
  transactionListQuery({ user: userId, type: PAYMENT_TYPES.join(","), page: 0, size: 20 });

export const transactionQuery = (transactionId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Transaction", "single", transactionId),
    queryFn: ({ signal }) => api.transaction.single({ transactionId }, { signal }),
  });

/** Reads all payment methods. */
export const paymentMethodListQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Transaction", "methods"),
    queryFn: ({ signal }) => api.transaction.methods({}, { signal }),
  });

export const paymentMethodQuery = (methodId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Transaction", "method", methodId),
    queryFn: ({ signal }) => api.transaction.method({ methodId }, { signal }),
  });

// Also refetches users and accounts, because money enters or leaves a user's wallet.
const { changes, creates, meta } = mutationsInvalidating(
  "Transaction",
  "System-Wallet",
  "User",
  "Overview",
  "System-Logs",
);

/** Refunds a payment in full or in part. */
export const refundMutation = creates(api.transaction.refund);

/** Retries a refund that the payment provider has refused. */
export const retryRefundMutation = creates(api.transaction.retryRefund);

/** Begins a dispute of a payment, or records its outcome. */
export const changeDisputeStateMutation = creates(api.transaction.dispute);

/** Decides a payout whose account has another name at the bank: send or return it. */
export const decidePayoutAccountMutation = creates(api.transaction.decideAccount);

/** Asks the payment provider for the current status of one payment. */
export const requeryTransactionMutation = () =>
  mutationOptions({ mutationFn: (transactionId: string) => api.transaction.requery({ transactionId }), meta });

/** Describes the status that the payment provider reported. For a failed payment, returns the provider's own message. */
export function providerAnswerText({ state, events }: Pick<TransactionDetails, "state" | "events">): string {
  const words = state === "failed" || state === "expired" ? events[0]?.message : undefined;
  return `The provider says: ${(words ?? state.replaceAll("_", " ")).replace(/\.$/, "")}.`;
}

/** Result of checking one payment with its provider. `done` is false if the check failed or was stopped. */
export type RequeryResult = { id: string; name: string; done: boolean; message: string };

type RequeryRun = {
  rows: readonly { id: string; reference: string }[];
  /** Aborting this signal stops the checks after the call that is running. */
  signal: AbortSignal;
  onProgress: (askedCount: number) => void;
};

/**
 * Queries the provider for several payments in sequence, each with its own call. A slow provider therefore locks only one payment at a
 * time, and each has its own audit row. Refused and skipped payments are reported per row.
 */
export const requeryTransactionsMutation = () =>
  mutationOptions({
    mutationFn: async ({ rows, signal, onProgress }: RequeryRun) => {
      const results: RequeryResult[] = [];
      for (const { id, reference } of rows) {
        const answer = signal.aborted
          ? { done: false, message: "Not checked: you stopped before its turn." }
          : await api.transaction.requery({ transactionId: id }).then(
              (transactionAfter) => ({ done: true, message: providerAnswerText(transactionAfter) }),
              (error: Error) => ({ done: false, message: error.message }),
            );
        results.push({ id, name: reference, ...answer });
        if (!signal.aborted) onProgress(results.length);
      }
      return results;
    },
    meta,
  });

export const createPaymentMethodMutation = changes(api.transaction.createMethod);

export const updatePaymentMethodMutation = changes(api.transaction.updateMethod);

export const deletePaymentMethodMutation = changes(api.transaction.deleteMethod);

export const exportTransactions = (input: TransactionListInput, format: ExportFormat) =>
  api.transaction.export({ ...withoutPaging(input), format });

/** Creates a receipt as PDF, which is recorded in the transaction's history. */
export const createReceiptMutation = () =>
  mutationOptions({
    mutationFn: (transactionId: string) => api.transaction.receipt({ transactionId }),
    meta: { invalidates: ["Transaction", "System-Logs"] as const, quiet: true },
  });
