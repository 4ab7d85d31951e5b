import "server-only";
import { inArray } from "drizzle-orm";
import { env } from "@/lib/env";
import type { Transaction } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { toSingleLine } from "@/lib/server/mail/mail";
import { citizenMail } from "@/lib/server/mail/messages";
import { type MailKind, queueMails } from "@/lib/server/outbox/queue";
import { citizenDevicesOf } from "./app-devices";

/** Notification of a citizen: a mail (greeting and signature are added), and a push with data for the app to open the record. */
export type CitizenNotification = {
  subject: string;
  text: string;
  title: string;
  body: string;
  data: Record<string, string>;
  /** Tickets attached to the mail as PDFs. */
  ticketIds?: string[];
};

/**
 * Queues a mail, and a push for each of the citizen's devices, in the transaction of the change. Skips closed accounts. Texts may
 * quote citizens: mails escape them, and line breaks in subjects and titles are removed.
 */
export const notifyCitizen = (
  tx: Transaction,
  userId: string,
  notification: CitizenNotification,
  mailKind?: MailKind,
) => notifyCitizens(tx, [{ userId, news: notification }], mailKind);

/** Like `notifyCitizen`, for several citizens with a few statements. A citizen may occur several times. */
export async function notifyCitizens(
  tx: Transaction,
  notifications: readonly { userId: string; news: CitizenNotification }[],
  mailKind: MailKind = "mail",
): Promise<void> {
  if (!notifications.length) return;
  const ids = [...new Set(notifications.map(({ userId }) => userId))];
  const people = await tx.select().from(users).where(inArray(users.id, ids));
  const openAccounts = new Map(people.flatMap((user) => (user.status === "closed" ? [] : [[user.id, user] as const])));
  const recipients = notifications.flatMap(({ userId, news }) => {
    const user = openAccounts.get(userId);
    return user ? [{ user, news }] : [];
  });
  if (!recipients.length) return;
  await queueMails(
    tx,
    recipients.flatMap(({ user: { firstName, email }, news: { subject, text, ticketIds } }) => {
      if (!email) return [];
      const mail = citizenMail({ firstName, email }, { subject, text });
      return [ticketIds ? { ...mail, ticketIds } : mail];
    }),
    mailKind,
  );
  if (!env().firebaseServiceAccount) return;
  const devices = await citizenDevicesOf(tx, [...openAccounts.keys()]);
  const pushes = recipients.flatMap(({ user: { id: userId }, news: { title, body, data } }) =>
    devices
      .filter((device) => device.userId === userId)
      .map(({ token }) => ({ token, userId, push: { title: toSingleLine(title), body, data } })),
  );
  if (pushes.length)
    await tx.insert(outbox).values(pushes.map((payload) => ({ kind: "citizen_push" as const, payload })));
}
