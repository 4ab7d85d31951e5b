import { sql } from "drizzle-orm";
import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ProviderName } from "@/lib/contract/transaction.values";
import type { Mail } from "@/lib/server/mail/mail";
import { instant } from "./columns";

/** A mail in the outbox. */
export type QueuedMail = Mail;

/** Daily mail of unread notices to an admin. `day`: Lagos day. Composed when it is sent, from notices that the admin may still read. */
export type QueuedDigest = { digestFor: string; day: string };

/** A mail of a broadcast. If the broadcast is paused or cancelled before the mail is sent, the mail must not be sent. */
export type QueuedBroadcastMail = QueuedMail & { broadcastId: string };

/** Property of a live event whose change ticket holders are notified of. */
export type EventChange = "time" | "venue";

/** Notification of everybody with a valid ticket, in batches by holder id. `cursor`: the last holder who was notified. */
export type QueuedEventChange = { eventId: string; changes: EventChange[]; cursor: string };

/** A push to one device of an admin. Each device has its own row, so that deliveries are retried separately. */
export type QueuedPush = {
  token: string;
  adminId: string;
  push: AdminPush;
  /** Id of the notice to the admin that the push is about. */
  noticeId?: string;
};

/** Content of a push to an admin's browser (lib/client/push/message.ts). */
export type AdminPush = { title: string; body: string } & (
  | { category: "kyc"; request_id: string }
  | { category: "notice"; path: string; record_id: string }
);

/** A push to one device of a citizen. `data` tells the app which record it is about. */
export type QueuedCitizenPush = {
  token: string;
  userId: string;
  push: { title: string; body: string; data: Record<string, string> };
};

/** A refund through the payment's provider. `amount` in kobo; `refundId` is the refund's transaction. */
export type QueuedRefund = { refundId: string; provider: ProviderName; reference: string; amount: number };

/**
 * A payout to a bank account. The account number is not in the payload; it is read from the grant application or the withdrawal when the
 * payout is sent.
 */
export type QueuedPayout = { transactionId: string; applicationId?: string; provider: ProviderName };

/** Our answer to a dispute, to be sent to its provider; or a job that fetches a provider's disputes now. */
export type QueuedDispute = { disputeId: string } | { fetchFrom: ProviderName };

/** A webhook event for one endpoint of a citizen app's server. */
export type QueuedWebhook = { deliveryId: string; endpointId: string };

/** One step of sending a broadcast. Does nothing if the broadcast's `turn` has another number, because another row then sends it. */
export type QueuedBroadcast = { broadcastId: string; turn: number };

/** Mails, pushes, refunds, payouts and webhooks, sent after the commit and retried. A delivered row is deleted with its payload. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    // Kinds in the order in which a cron call delivers them. Kinds with large numbers of rows are last.
    kind: text("kind", {
      enum: [
        "mail",
        "push",
        "citizen_push",
        "refund",
        "payout",
        "dispute",
        "broadcast",
        "event_change",
        "bulk_mail",
        "broadcast_mail",
        "webhook",
      ],
    }).notNull(),
    payload: jsonb("payload")
      .$type<
        | QueuedMail
        | QueuedDigest
        | QueuedEventChange
        | QueuedBroadcastMail
        | QueuedPush
        | QueuedCitizenPush
        | QueuedRefund
        | QueuedPayout
        | QueuedDispute
        | QueuedBroadcast
        | QueuedWebhook
      >()
      .notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  // Indexed by kind, so that a sign-in code does not wait behind the mails of a broadcast.
  (t) => [
    index("outbox_due").on(t.kind, t.nextAttemptAt, t.id),
    // Finds the next event of each endpoint, however many events wait for other endpoints.
    index("outbox_webhooks")
      .on(sql`(${t.payload} ->> 'endpointId')`, t.nextAttemptAt, t.id)
      .where(sql`${t.kind} = 'webhook'`),
  ],
);
