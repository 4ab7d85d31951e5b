import "server-only";
import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { isDatabaseUnavailable } from "@/lib/server/api/errors";
import { deliverBroadcast } from "@/lib/server/app-config/broadcast/deliver-broadcast";
import { mayBroadcastMailBeSentNow } from "@/lib/server/app-config/broadcast/queue-mails";
import { log } from "@/lib/server/base/log";
import { reportOutboxFailureToMetrics } from "@/lib/server/base/observe";
import { deliverCitizenPush } from "@/lib/server/citizen/deliver-push";
import { type Database, database } from "@/lib/server/db/client";
import {
  outbox,
  type QueuedBroadcast,
  type QueuedBroadcastMail,
  type QueuedCitizenPush,
  type QueuedDispute,
  type QueuedEventChange,
  type QueuedMail,
  type QueuedPayout,
  type QueuedPush,
  type QueuedRefund,
} from "@/lib/server/db/schema/outbox";
import { deliverEventChange } from "@/lib/server/event/notify-of-change";
import type { Mail } from "@/lib/server/mail/mail";
import { sendMail } from "@/lib/server/mail/transport";
import { composeDigest } from "@/lib/server/notices/compose-digest";
import { isNoticeReadable } from "@/lib/server/notices/visible";
import { isTimeUp } from "@/lib/server/process/stopping";
import { deliverPush } from "@/lib/server/push/deliver-push";
import { recordOperationOutcome, type ServiceName, saveOperationOutcomes } from "@/lib/server/status/record-outcome";
import { deliverDisputeMessage } from "@/lib/server/transaction/disputes/send-answer";
import { deliverPayout } from "@/lib/server/transaction/send-payout";
import { deliverRefund } from "@/lib/server/transaction/send-refund";
import { deliverWebhooks } from "@/lib/server/webhooks/deliver-webhooks";
import { dueTime } from "./due-time";

/**
 * Returns true if a call may have queued something: a successful write, or a throttled sign-in (429), which may mail a
 * code although its response does not reveal it (docs/sign-in.md).
 */
export const mayHaveQueuedRows = (request: { method: string }, answer: { ok: boolean; status: number }): boolean =>
  request.method !== "GET" && (answer.ok || answer.status === 429);

/** Sends each kind of outbox row. Pushes first check that the device may still receive them. */
export type OutboxSenders = {
  mail: (mail: Mail) => Promise<void>;
  push: (db: Database, queued: QueuedPush, queuedAt: Date) => Promise<void>;
  citizen_push: (db: Database, queued: QueuedCitizenPush, queuedAt: Date) => Promise<void>;
  bulk_mail: (mail: Mail) => Promise<void>;
  event_change: (db: Database, id: bigint, queued: QueuedEventChange) => Promise<boolean>;
  refund: (db: Database, queued: QueuedRefund, queuedAt: Date) => Promise<void>;
  payout: (db: Database, queued: QueuedPayout) => Promise<void>;
  dispute: (db: Database, queued: QueuedDispute) => Promise<void>;
  broadcast: (db: Database, queued: QueuedBroadcast) => Promise<void>;
  broadcast_mail: (mail: Mail) => Promise<void>;
  /** Sends all due events of all endpoints, with its own schedule of retries. @returns number of delivered events */
  webhook: (db: Database) => Promise<number>;
};

/** Each kind is delivered separately, so that a slow service delays only its own kind. */
export const OUTBOX_KINDS = outbox.kind.enumValues;
type OutboxKind = (typeof OUTBOX_KINDS)[number];
type OutboxRow = typeof outbox.$inferSelect;

/** Time limit in ms for a mail server or provider. A longer send counts as failed. */
const SEND_LIMIT_MS = 30_000;

/** Sends all due rows of the outbox. Runs after every write, so one query first finds the kinds with due rows. @returns number of sent rows */
export async function deliverOutbox(
  db: Database = database().db,
  senders: Partial<OutboxSenders> = {},
): Promise<number> {
  // Finds one row per kind with the index. Without `order by`, PostgreSQL may scan all pending rows for each kind.
  const due = await db.execute<{ kind: OutboxKind }>(sql`
    select kinds.kind from unnest(${sql.param([...OUTBOX_KINDS])}::text[]) kinds (kind) cross join lateral (
      select 1 from ${outbox} where ${outbox.kind} = kinds.kind and ${isDueRow()}
      order by ${outbox.nextAttemptAt} limit 1) one`);
  const sentCount = await Promise.all(due.rows.map(({ kind }) => deliverOutboxKind(kind, db, senders)));
  // Without timers, saves the outcomes now: the next cron call may reach another instance, which does not have them in memory.
  if (!env().timers && due.rows.length) await saveOperationOutcomes(db);
  return sentCount.reduce((sum, each) => sum + each, 0);
}

/**
 * Sends the due rows of one kind, one after the other, oldest first; webhooks in parallel by endpoint. A sent row is deleted with its
 * content. A failed row is retried after an increasing wait, at most 10 minutes. Several instances may run it concurrently: each row is
 * claimed for longer than its sender may take. After a crash between sending and deleting, the row is sent again: a mail arrives twice,
 * and a provider recognises a refund by its key.
 * @param limit ms for each row
 * @returns number of sent rows
 */
export async function deliverOutboxKind(
  kind: OutboxKind,
  db: Database = database().db,
  senders: Partial<OutboxSenders> = {},
  limit = SEND_LIMIT_MS,
): Promise<number> {
  const defaultSenders = {
    mail: (mail: Mail) => sendMail(mail, db),
    push: deliverPush,
    citizen_push: deliverCitizenPush,
    bulk_mail: (mail: Mail) => sendMail(mail, db),
    event_change: deliverEventChange,
    refund: deliverRefund,
    payout: deliverPayout,
    dispute: deliverDisputeMessage,
    broadcast: deliverBroadcast,
    broadcast_mail: (mail: Mail) => sendMail(mail, db),
    webhook: deliverWebhooks,
    ...senders,
  };
  if (kind === "webhook") return defaultSenders.webhook(db);
  let sentCount = 0;
  for (
    let due = await claimNext(db, kind, limit);
    due;
    due = isTimeUp() ? undefined : await claimNext(db, kind, limit)
  ) {
    try {
      if (!(await postponeOrDelete(db, due))) {
        const hasMore = await withTimeout(limit, sendRow(db, due, defaultSenders));
        if (!hasMore) await db.delete(outbox).where(eq(outbox.id, due.id));
        sentCount++;
        recordDelivery(kind);
      }
    } catch (error) {
      recordDelivery(kind, error);
      log.warn({ err: error, outboxId: String(due.id), attempts: due.attempts }, `a ${kind} could not be sent`);
      await db
        .update(outbox)
        .set({ nextAttemptAt: sql`now() + ${backoffInterval(sql`${outbox.attempts} - 1`)}` })
        .where(eq(outbox.id, due.id));
    }
  }
  return sentCount;
}

/**
 * Service on System Status whose state a kind's deliveries determine. The other kinds only queue further rows, or have their own page.
 */
const SERVICES: Partial<Record<OutboxKind, ServiceName>> = {
  mail: "mail",
  bulk_mail: "mail",
  broadcast_mail: "mail",
  push: "push",
  citizen_push: "push",
  refund: "provider",
  payout: "provider",
  dispute: "provider",
};

/** Counts a failure for the metrics and records the outcome for "System Status", unless the database is at fault. */
function recordDelivery(kind: OutboxKind, error?: unknown): void {
  if (error !== undefined) reportOutboxFailureToMetrics(kind);
  const service = SERVICES[kind];
  if (service && !isDatabaseUnavailable(error)) recordOperationOutcome({ kind: "service", name: service }, error);
}

/** Claims the next due row in its own statement, so that no transaction is open while a service responds. */
async function claimNext(db: Database, kind: OutboxKind, limit: number): Promise<OutboxRow | undefined> {
  const next = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), isDueRow()))
    .orderBy(outbox.nextAttemptAt, outbox.id)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: sql`now() + ${backoffInterval(sql`${outbox.attempts}`)} + make_interval(secs => ${limit / 1_000})`,
    })
    .where(eq(outbox.id, next))
    .returning();
  return claimed;
}

const isDueRow = () => lte(outbox.nextAttemptAt, dueTime);

/** Postpones or deletes an outbox row that must not be sent now. @returns true if the row was postponed or deleted */
async function postponeOrDelete(db: Database, { id, kind, payload }: OutboxRow): Promise<boolean> {
  const noticeId = "noticeId" in payload ? payload.noticeId : undefined;
  if (noticeId !== undefined && !(await isNoticeReadable(db, noticeId))) {
    await db.delete(outbox).where(eq(outbox.id, id));
    return true;
  }
  return (
    kind === "broadcast_mail" && !(await mayBroadcastMailBeSentNow(db, { id, payload: payload as QueuedBroadcastMail }))
  );
}

/** Returns the wait before the next attempt: 5 s, doubled after each failure, at most 10 minutes. */
const backoffInterval = (before: SQL) => sql`make_interval(secs => least(power(2, least(${before}, 10)) * 5, 600))`;

/** Sends a row of the outbox. @returns true if the row has more to send, and is due again */
async function sendRow(
  db: Database,
  { id, kind, payload, createdAt }: OutboxRow,
  senders: OutboxSenders,
): Promise<boolean> {
  if (kind === "event_change") return senders.event_change(db, id, payload as QueuedEventChange);
  if (kind === "bulk_mail" && "digestFor" in payload) {
    const digest = await composeDigest(db, payload);
    if (digest) await senders.bulk_mail(digest);
  } else if (kind === "mail" || kind === "bulk_mail" || kind === "broadcast_mail")
    await senders[kind](payload as QueuedMail);
  else if (kind === "broadcast") await senders.broadcast(db, payload as QueuedBroadcast);
  else if (kind === "refund") await senders.refund(db, payload as QueuedRefund, createdAt);
  else if (kind === "payout") await senders.payout(db, payload as QueuedPayout);
  else if (kind === "dispute") await senders.dispute(db, payload as QueuedDispute);
  else if (kind === "citizen_push") await senders.citizen_push(db, payload as QueuedCitizenPush, createdAt);
  else await senders.push(db, payload as QueuedPush, createdAt);
  return false;
}

/**
 * Waits until the sender of an outbox row has finished.
 * @throws if sending takes longer than `limit` ms; the sending then continues in the background
 */
async function withTimeout<Result>(limit: number, sendingPromise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, rejectLate) => {
    timer = setTimeout(() => rejectLate(new Error(`No answer within ${limit} ms.`)), limit);
  });
  return Promise.race([sendingPromise, timedOut]).finally(() => clearTimeout(timer));
}
