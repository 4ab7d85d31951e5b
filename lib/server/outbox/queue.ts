import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/outbox";
import type { Mail } from "@/lib/server/mail/mail";

/** `bulk_mail`: one of hundreds that a task or call may queue, so that no sign-in code waits behind them. */
export type MailKind = "mail" | "bulk_mail";

/** Queues a mail in the transaction of its change: it is sent after the commit, and dropped with a rollback. */
export const queueMail = (tx: Transaction, mail: Mail, kind: MailKind = "mail"): Promise<void> =>
  queueMails(tx, [mail], kind);

/** Queues any number of mails, also none. */
export async function queueMails(tx: Transaction, mails: readonly Mail[], kind: MailKind = "mail"): Promise<void> {
  if (!mails.length) return;
  await tx.insert(outbox).values(mails.map((payload) => ({ kind, payload })));
}

/**
 * Queues a mail to the admin with this id. For an id without an admin, the same statement stores nothing, so that the response time reveals
 * nothing.
 */
export async function queueMailToAdmin(tx: Transaction, adminId: string, mail: Mail): Promise<void> {
  await tx.execute(sql`
    insert into outbox (kind, payload)
    select 'mail', ${JSON.stringify(mail)}::jsonb from admins where id = ${adminId}`);
}
