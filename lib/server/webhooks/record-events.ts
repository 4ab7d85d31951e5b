import "server-only";
import type { TransactionState, TransactionType } from "@/lib/contract/transaction.values";
import type { WebhookEvent } from "@/lib/contract/webhooks.values";
import type { Transaction } from "@/lib/server/db/client";
import type { contentEntries } from "@/lib/server/db/schema/content-entries";
import type { eventOrders, events, tickets } from "@/lib/server/db/schema/event";
import type { grantApplications } from "@/lib/server/db/schema/grant";
import type { ireports } from "@/lib/server/db/schema/ireport";
import type { kycRequests } from "@/lib/server/db/schema/kyc";
import type { transactions } from "@/lib/server/db/schema/transaction";
import type { users } from "@/lib/server/db/schema/user";
import { emitWebhook, emitWebhooks } from "./emit";

/** Columns of a changed record. The version is the one after the change. */
type ChangedRow<T extends { $inferSelect: { id: string } }, K extends keyof T["$inferSelect"]> = Pick<
  T["$inferSelect"],
  K | "id"
>;

/** Emits a decision about an identity request, or its reopening. */
export const emitKycRequestWebhook = (
  tx: Transaction,
  { id, userId, state, version }: ChangedRow<typeof kycRequests, "userId" | "state" | "version">,
) => {
  const type = (
    {
      in_review: "kyc_request.reopened",
      resubmission_requested: "kyc_request.resubmission_requested",
    } as Partial<Record<typeof state, WebhookEvent>>
  )[state];
  return emitWebhook(tx, { type: type ?? "kyc_request.decided", id, userId, state, version });
};

type UserEvent = Extract<WebhookEvent, `user.${string}`>;

/** Emits a change of an account's status or data. */
export const emitUserWebhook = (
  tx: Transaction,
  type: UserEvent,
  { id, status, version }: ChangedRow<typeof users, "status" | "version">,
) => emitWebhook(tx, { type, id, userId: id, state: status, version });

/** Events of payments. The app itself begins a payment, so `pending` and `processing` have none. */
const PAYMENT_EVENTS: Partial<Record<TransactionState, WebhookEvent>> = {
  succeeded: "payment.succeeded",
  failed: "payment.failed",
  expired: "payment.failed",
  partially_refunded: "payment.refunded",
  refunded: "payment.refunded",
  disputed: "payment.disputed",
  won: "payment.dispute_won",
  lost: "payment.reversed",
};

function transactionEvent(type: TransactionType, state: TransactionState): WebhookEvent | undefined {
  // Refunds and grant payouts have no event: their payment or application has one.
  if (type === "refund" || type === "grant_payout") return undefined;
  if (type === "transfer") return "transfer.updated";
  if (type === "withdrawal") return "withdrawal.updated";
  return PAYMENT_EVENTS[state];
}

/** Emits the new state of a transaction: to the payer's app, and for a transfer also to the recipient's. */
export async function emitTransactionWebhook(
  tx: Transaction,
  transaction: ChangedRow<typeof transactions, "userId" | "counterpartyId" | "type" | "state" | "version">,
): Promise<void> {
  const { id, userId, counterpartyId, state, version } = transaction;
  const type = transactionEvent(transaction.type, state);
  if (!type) return;
  const citizens = transaction.type === "transfer" && counterpartyId ? [userId, counterpartyId] : [userId];
  await emitWebhooks(
    tx,
    citizens.map((citizenId) => ({ type, id, userId: citizenId, state, version })),
  );
}

/**
 * Emits the new state or message of reports. Excludes anonymous reports: only the phone with the follow-up code may follow them, and no app
 * is known to have filed them.
 */
export const emitReportWebhooks = (
  tx: Transaction,
  reports: readonly ChangedRow<typeof ireports, "reporterId" | "state" | "version">[],
) =>
  emitWebhooks(
    tx,
    reports.flatMap(({ id, reporterId, state, version }) =>
      reporterId ? [{ type: "report.updated" as const, id, userId: reporterId, state, version }] : [],
    ),
  );

/** Emits a change of a ticketed event (concert, festival …) that citizens see. */
export const emitTicketedEventWebhook = (
  tx: Transaction,
  type: Extract<WebhookEvent, `event.${string}`>,
  { id, state, version }: ChangedRow<typeof events, "state" | "version">,
) => emitWebhook(tx, { type, id, userId: null, state, version });

/** Emits the new state of ticket orders. */
export const emitOrderWebhooks = (
  tx: Transaction,
  orders: readonly ChangedRow<typeof eventOrders, "userId" | "eventId" | "state" | "version">[],
) =>
  emitWebhooks(
    tx,
    orders.map(({ id, userId, eventId, state, version }) => ({
      type: "order.updated",
      id,
      userId,
      state,
      version,
      refs: { event_id: eventId },
    })),
  );

/** Emits the state of tickets to the apps of their holders. */
export const emitTicketWebhooks = (
  tx: Transaction,
  changed: readonly ChangedRow<typeof tickets, "holderId" | "eventId" | "orderId" | "state" | "version">[],
) =>
  emitWebhooks(
    tx,
    changed.map(({ id, holderId, eventId, orderId, state, version }) => ({
      type: "ticket.updated",
      id,
      userId: holderId,
      state,
      version,
      refs: { event_id: eventId, order_id: orderId },
    })),
  );

/** Emits the new state of grant applications. */
export const emitApplicationWebhooks = (
  tx: Transaction,
  applications: readonly ChangedRow<typeof grantApplications, "userId" | "programmeId" | "state" | "version">[],
) =>
  emitWebhooks(
    tx,
    applications.map(({ id, userId, programmeId, state, version }) => ({
      type: "grant_application.updated",
      id,
      userId,
      state,
      version,
      refs: { programme_id: programmeId },
    })),
  );

/** Emits a change of published content. `kind` is the name of its public list, such as `announcements`. */
export const emitContentWebhook = (
  tx: Transaction,
  { id, kind, version }: ChangedRow<typeof contentEntries, "kind" | "version">,
) => emitWebhook(tx, { type: "content.updated", id, userId: null, state: null, version, refs: { kind } });
