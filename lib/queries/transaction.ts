import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import type { TransactionSingle } from "@/lib/contract/transaction";
import { PAYMENT_TYPES } from "@/lib/contract/transaction.values";
import { everyRow } from "./exports";
import { key } from "./keys";
import { mutationsOf } from "./mutations";

export type TransactionListInput = Parameters<typeof api.transaction.list>[0];
export type RefundInput = Parameters<typeof api.transaction.refund>[0];
export type DisputeInput = Parameters<typeof api.transaction.dispute>[0];
export type MethodInput = Parameters<typeof api.transaction.createMethod>[0];
export type MethodUpdateInput = Parameters<typeof api.transaction.updateMethod>[0];
export type OverviewPeriod = Parameters<typeof api.transaction.overview>[0];

export const transactionOverviewQuery = (period: OverviewPeriod) =>
  queryOptions({
    queryKey: key("Transaction", "overview", period),
    queryFn: ({ signal }) => api.transaction.overview(period, { signal }),
    placeholderData: keepPreviousData,
  });

export const transactionListQuery = (input: TransactionListInput) =>
  queryOptions({
    queryKey: key("Transaction", "list", input),
    queryFn: ({ signal }) => api.transaction.list(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** What a user paid last: neither what came back to them nor what they were given. */
export const lastPaymentQuery = (userId: string) =>
  transactionListQuery({ user: userId, type: PAYMENT_TYPES.join(","), page: 0, size: 20 });

export const transactionQuery = (transactionId: string) =>
  queryOptions({
    queryKey: key("Transaction", "single", transactionId),
    queryFn: ({ signal }) => api.transaction.single({ transactionId }, { signal }),
  });

export const methodListQuery = () =>
  queryOptions({
    queryKey: key("Transaction", "methods"),
    queryFn: ({ signal }) => api.transaction.methods({}, { signal }),
  });

export const methodQuery = (methodId: string) =>
  queryOptions({
    queryKey: key("Transaction", "method", methodId),
    queryFn: ({ signal }) => api.transaction.method({ methodId }, { signal }),
  });

// Money comes to a user's wallet, or leaves it.
const { changes, creates, meta } = mutationsOf("Transaction", "System-Wallet", "User", "Overview", "System-Logs");

export const refundMutation = creates(api.transaction.refund);

export const disputeMutation = creates(api.transaction.dispute);

export const requeryMutation = () =>
  mutationOptions({ mutationFn: (transactionId: string) => api.transaction.requery({ transactionId }), meta });

/** Of what failed in the provider's own words: it stays so, also where its money came after all. */
export function providerSays({ state, events }: Pick<TransactionSingle, "state" | "events">): string {
  const words = state === "failed" || state === "expired" ? events[0]?.message : undefined;
  return `The provider says: ${(words ?? state.replaceAll("_", " ")).replace(/\.$/, "")}.`;
}

export type RequeryResult = { id: string; name: string; done: boolean; message: string };

type RequeryRun = {
  rows: readonly { id: string; reference: string }[];
  /** Ends it: the call under way is waited for, and no other follows. */
  signal: AbortSignal;
  onProgress: (asked: number) => void;
};

/**
 * One payment after the other, each a call of its own: a provider that is slow about one holds no lock on the others, and
 * each has its own row in the audit trail. What is refused is said of its row, and so is what was stopped before its turn.
 */
export const requeryAllMutation = () =>
  mutationOptions({
    mutationFn: async ({ rows, signal, onProgress }: RequeryRun) => {
      const results: RequeryResult[] = [];
      for (const { id, reference } of rows) {
        const answer = signal.aborted
          ? { done: false, message: "Not asked: you stopped before its turn." }
          : await api.transaction.requery({ transactionId: id }).then(
              (after) => ({ done: true, message: providerSays(after) }),
              (error: Error) => ({ done: false, message: error.message }),
            );
        results.push({ id, name: reference, ...answer });
        if (!signal.aborted) onProgress(results.length);
      }
      return results;
    },
    meta,
  });

export const createMethodMutation = changes(api.transaction.createMethod);

export const updateMethodMutation = changes(api.transaction.updateMethod);

export const deleteMethodMutation = changes(api.transaction.deleteMethod);

export const exportTransactions = (input: TransactionListInput, format: ExportFormat) =>
  api.transaction.export({ ...everyRow(input), format });

/** The receipt goes on record in the transaction's history. */
export const receiptMutation = () =>
  mutationOptions({
    mutationFn: (transactionId: string) => api.transaction.receipt({ transactionId }),
    meta: { invalidates: ["Transaction", "System-Logs"] as const, quiet: true },
  });
