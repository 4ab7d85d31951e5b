import "server-only";
import { eq, lte, sql } from "drizzle-orm";
import { type Database, database, type Transaction } from "@/lib/server/db/client";
import { outbox, type QueuedMail, type QueuedPush, type QueuedRefund } from "@/lib/server/db/schema/admin";
import { log } from "@/lib/server/log";
import { deliverPush } from "@/lib/server/push/outbox";
import { deliverRefund } from "@/lib/server/transaction/refund-order";
import type { Mail } from "./messages";
import { sendMail } from "./transport";

/** A mail is part of the change that causes it: it leaves after the commit, or never existed. */
export async function queueMail(tx: Transaction, mail: Mail): Promise<void> {
  await tx.insert(outbox).values({ kind: "mail", payload: mail });
}

/** The same for an admin who may not exist: then the same statement queues nothing, in the same time. */
export async function queueMailToAdmin(tx: Transaction, adminId: string, mail: Mail): Promise<void> {
  await tx.execute(sql`
    insert into outbox (kind, payload)
    select 'mail', ${JSON.stringify(mail)}::jsonb from admins where id = ${adminId}`);
}

/** How each kind leaves. A mail goes to whoever it names; a push first looks whether its device may still have it. */
export type Senders = {
  mail: (mail: Mail) => Promise<void>;
  push: (db: Database, queued: QueuedPush, queuedAt: Date) => Promise<void>;
  refund: (db: Database, queued: QueuedRefund) => Promise<void>;
};

/**
 * Sends what is due: mails, pushes, and refunds to the payment provider. A sent row is deleted, and with it what it
 * said; a failed one is tried again after a growing wait (at most 10 minutes). Several instances may run it at once: a
 * row is locked by whoever sends it.
 * @returns how many were sent.
 */
export async function deliverOutbox(db: Database = database().db, senders: Partial<Senders> = {}): Promise<number> {
  let sent = 0;
  while (await deliverOne(db, { mail: sendMail, push: deliverPush, refund: deliverRefund, ...senders })) sent++;
  return sent;
}

const deliverOne = (db: Database, senders: Senders) =>
  db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(outbox)
      .where(lte(outbox.nextAttemptAt, sql`now()`))
      .orderBy(outbox.nextAttemptAt)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return false;
    try {
      if (due.kind === "mail") await senders.mail(due.payload as QueuedMail);
      else if (due.kind === "refund") await senders.refund(db, due.payload as QueuedRefund);
      else await senders.push(db, due.payload as QueuedPush, due.createdAt);
      await tx.delete(outbox).where(eq(outbox.id, due.id));
    } catch (error) {
      const what = { err: error, outboxId: String(due.id), attempts: due.attempts + 1 };
      log.warn(what, `a ${due.kind} could not be sent`);
      const wait = sql`now() + make_interval(secs => least(power(2, ${due.attempts}) * 5, 600))`;
      await tx
        .update(outbox)
        .set({ attempts: due.attempts + 1, nextAttemptAt: wait })
        .where(eq(outbox.id, due.id));
    }
    return true;
  });
