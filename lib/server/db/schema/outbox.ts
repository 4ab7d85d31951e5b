import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Provider } from "@/lib/contract/transaction.values";
import { instant } from "./columns";

/** `ticketIds`: tickets attached as PDFs, which are rendered when the mail is sent. */
export type QueuedMail = { to: string; subject: string; text: string; ticketIds?: string[] };

/** A mail of a broadcast, which may be paused or cancelled before it is sent. */
export type QueuedBroadcastMail = QueuedMail & { broadcastId: string };

/** A push to one device of an admin. One row per device, so that each is retried separately. */
export type QueuedPush = {
  token: string;
  adminId: string;
  push: { title: string; body: string; category: "kyc"; request_id: string };
};

/** A push to one device of a citizen. `data` tells the app which record it is about. */
export type QueuedCitizenPush = {
  token: string;
  userId: string;
  push: { title: string; body: string; data: Record<string, string> };
};

/** A refund through the payment's provider. `amount` in kobo; `refundId` is the refund's transaction. */
export type QueuedRefund = { refundId: string; provider: Provider; reference: string; amount: number };

/** A payout to a bank account, read when it is sent, from the grant application or the withdrawal. */
export type QueuedPayout = { transactionId: string; applicationId?: string; provider: Provider };

/** One turn of sending a broadcast. Does nothing if the broadcast's current turn has another number. */
export type QueuedBroadcast = { broadcastId: string; turn: number };

/** Mails, pushes, refunds and payouts, sent after the commit and retried. A delivered row is deleted with its payload. */
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
  // By kind, so that sign-in codes do not wait behind the mails of a broadcast.
  (t) => [index("outbox_due").on(t.kind, t.nextAttemptAt, t.id)],
);
