import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Provider } from "@/lib/contract/transaction.values";
import { instant } from "./columns";

/** `ticketIds`: tickets that are drawn as PDFs when the mail leaves, and attached. */
export type QueuedMail = { to: string; subject: string; text: string; ticketIds?: string[] };

/** A mail of a broadcast, which may be paused or cancelled before it leaves. */
export type QueuedBroadcastMail = QueuedMail & { broadcastId: string };

/** One device of one admin: each is tried again by itself. */
export type QueuedPush = {
  token: string;
  adminId: string;
  push: { title: string; body: string; category: "kyc"; request_id: string };
};

/** One device of one citizen. `data` tells the app what it is about. */
export type QueuedCitizenPush = {
  token: string;
  userId: string;
  push: { title: string; body: string; data: Record<string, string> };
};

/** Money to send back by the provider that it came by; `amount` in kobo, `refundId` the transaction of the refund. */
export type QueuedRefund = { refundId: string; provider: Provider; reference: string; amount: number };

/**
 * Money to pay into a bank account, which is read when the order is sent: from the grant application, or from the withdrawal where
 * it names none.
 */
export type QueuedPayout = { transactionId: string; applicationId?: string; provider: Provider };

/** One turn of sending a broadcast; one that is not the broadcast's own any more does nothing. */
export type QueuedBroadcast = { broadcastId: string; turn: number };

/** Mail, pushes and refunds that leave after the commit and are retried; a delivered row is deleted with what it held. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    kind: text("kind", {
      enum: ["mail", "push", "citizen_push", "refund", "payout", "broadcast", "broadcast_mail"],
    }).notNull(),
    payload: jsonb("payload")
      .$type<
        | QueuedMail
        | QueuedBroadcastMail
        | QueuedPush
        | QueuedCitizenPush
        | QueuedRefund
        | QueuedPayout
        | QueuedBroadcast
      >()
      .notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  // Of each kind by itself: a sign-in code does not go through all mails of a broadcast that wait.
  (t) => [index("outbox_due").on(t.kind, t.nextAttemptAt, t.id)],
);
