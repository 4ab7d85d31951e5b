import {
  BATCH_ROW_STATE_WORDS,
  BATCH_ROW_STATES,
  type BatchRowState,
  PAYOUT_BATCH_STATES,
  type PayoutBatchState,
} from "@/lib/contract/grant.values";
import type { PayoutBatchDetails, PayoutRow } from "@/lib/contract/grant-payouts";
import { formatMoney, pluralize, selectOptions } from "@/lib/format";

const BATCH_STATE_LABELS: Record<PayoutBatchState, string> = {
  draft: "Draft",
  awaiting_approval: "Awaiting approval",
  paying: "Paying",
  done: "Done",
  rejected: "Rejected",
  cancelled: "Cancelled",
};
export const payoutBatchStateLabel = (state: PayoutBatchState) => BATCH_STATE_LABELS[state];
export const PAYOUT_BATCH_STATE_OPTIONS = selectOptions(PAYOUT_BATCH_STATES, BATCH_STATE_LABELS);

export const payoutRowStateLabel = (state: BatchRowState) => BATCH_ROW_STATE_WORDS[state];
export const PAYOUT_ROW_STATE_OPTIONS = selectOptions(BATCH_ROW_STATES, BATCH_ROW_STATE_WORDS);

/** Formats a batch's rows and amount: "12 rows, ₦1,200.00". */
export const formatPayoutBatchSize = ({ rows, amount }: Pick<PayoutBatchDetails, "rows" | "amount">) =>
  `${pluralize(rows, "row")}, ${formatMoney(amount)}`;

/** Refetch interval in ms while a batch is being paid. */
export const PAYOUT_BATCH_POLL_MS = 2_000;

/** Returns whether rows of a batch are being paid or still wait for the provider's result. */
export const isPayoutBatchPaying = ({ state, sent }: Pick<PayoutBatchDetails, "state" | "sent">) =>
  state === "paying" || sent.rows > 0;

/** Returns whether a payout batch was approved, which means that payments exist. */
export const isPayoutBatchApproved = ({ state }: Pick<PayoutBatchDetails, "state">) =>
  state === "paying" || state === "done";

type NextStep = { tone: "info" | "warning" | "danger" | "success"; title: string; text: string };

const NOTHING_PAID_TEXT = "Nothing was paid. Its applications can be added to another payout.";

/** Describes the state and the next step of a payout batch. */
export function payoutBatchNextStepOf(batch: PayoutBatchDetails): NextStep {
  const { state, rows, changed, failed, paid } = batch;
  switch (state) {
    case "draft":
      if (rows === 0)
        return { tone: "warning", title: "No rows left", text: "Cancel this payout and create another one." };
      return {
        tone: changed > 0 ? "warning" : "info",
        title: "Draft",
        text: `${changed > 0 ? `${pluralize(changed, "row")} changed since approval of the application: check ${changed === 1 ? "it" : "them"}, or take ${changed === 1 ? "it" : "them"} out. ` : ""}Next: send it for approval. Another admin approves it.`,
      };
    case "awaiting_approval":
      return { tone: "info", title: "Awaiting approval", text: "Nothing can be changed until it is decided." };
    case "paying":
      return { tone: "info", title: "Paying", text: "Rows are paid one by one. You can leave this page." };
    case "done":
      if (failed.rows > 0)
        return {
          tone: "danger",
          title: `${pluralize(failed.rows, "row")} failed`,
          text: `${pluralize(paid.rows, "row")} paid. See below why the others failed. Retry those whose problem is resolved.`,
        };
      return {
        tone: "success",
        title: "Done",
        text: `${pluralize(paid.rows, "grant")} paid, ${formatMoney(paid.amount)} in all.`,
      };
    case "rejected":
      return { tone: "warning", title: "Rejected", text: `The change log says why. ${NOTHING_PAID_TEXT}` };
    case "cancelled":
      return { tone: "info", title: "Cancelled", text: NOTHING_PAID_TEXT };
  }
}

/** Describes a row's payout destination: "Wallet", or the bank and the account's last four digits. */
export function describePayoutDestination({ kind, bank, account_last4: last4 }: PayoutRow["payout"]): string {
  if (kind === "wallet") return "Wallet";
  return [bank, last4 && `•• ${last4}`].filter(Boolean).join(" ");
}

/** Returns the total amount of the rows in kobo. */
export const sumPayoutAmounts = (rows: readonly Pick<PayoutRow, "amount">[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0);
