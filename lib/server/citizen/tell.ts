import "server-only";
import { eq } from "drizzle-orm";
import { env } from "@/lib/env";
import type { Transaction } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/admin";
import { users } from "@/lib/server/db/schema/user";
import { citizenMail } from "@/lib/server/mail/messages";
import { queueMail } from "@/lib/server/mail/outbox";
import { devicesOf } from "./devices";

/** What a citizen hears: a mail (its greeting and name are added) and a push with what the app needs to open the thing. */
export type News = {
  subject: string;
  text: string;
  title: string;
  body: string;
  data: Record<string, string>;
  /** Tickets that the mail brings as a PDF. */
  ticketIds?: string[];
};

/**
 * Queues one mail and one push for each of their devices, in the transaction of what they are about. Closed accounts hear
 * nothing. Texts may quote what citizens wrote: mails are plain text, and what stands in a single line is made one.
 */
export async function tellCitizen(tx: Transaction, userId: string, news: News): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || user.status === "closed") return;
  const { ticketIds } = news;
  const mail = citizenMail(user, { subject: inOneLine(news.subject), text: news.text });
  await queueMail(tx, ticketIds ? { ...mail, ticketIds } : mail);
  if (!env().firebaseServiceAccount) return;
  const tokens = await devicesOf(tx, userId);
  if (!tokens.length) return;
  const push = { title: inOneLine(news.title), body: news.body, data: news.data };
  await tx
    .insert(outbox)
    .values(tokens.map((token) => ({ kind: "citizen_push" as const, payload: { token, userId, push } })));
}

/** A line end in a subject would begin another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const inOneLine = (text: string) => text.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, " ").trim();
