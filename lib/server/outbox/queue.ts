import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/outbox";
import type { Mail } from "@/lib/server/mail/messages";

/** A mail is part of the change that causes it: it leaves after the commit, or never existed. */
export const queueMail = (tx: Transaction, mail: Mail): Promise<void> => queueMails(tx, [mail]);

/** The same for any number: of citizens without an email, none. */
export async function queueMails(tx: Transaction, mails: readonly Mail[]): Promise<void> {
  if (!mails.length) return;
  await tx.insert(outbox).values(mails.map((payload) => ({ kind: "mail" as const, payload })));
}

/** The same for an admin who may not exist: then the same statement queues nothing, in the same time. */
export async function queueMailToAdmin(tx: Transaction, adminId: string, mail: Mail): Promise<void> {
  await tx.execute(sql`
    insert into outbox (kind, payload)
    select 'mail', ${JSON.stringify(mail)}::jsonb from admins where id = ${adminId}`);
}
