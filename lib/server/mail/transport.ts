import "server-only";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { env } from "@/lib/env";
import { pluralize } from "@/lib/format";
import { log } from "@/lib/server/base/log";
import type { Database } from "@/lib/server/db/client";
import { drawTicketsPdf } from "@/lib/server/event/draw-ticket";
import type { Mail } from "./messages";

/** Timeout in ms, below the outbox's 30 s: a hanging connection is closed before the outbox retries. */
const TIME_LIMITS = { connectionTimeout: 25_000, greetingTimeout: 25_000, socketTimeout: 25_000 };

let smtp: ReturnType<typeof createTransport> | undefined;

/** Sends a mail by SMTP. Without SMTP settings it writes `${DATA_DIR}/outbox/*.eml` and logs that. */
export async function sendMail(mail: Mail, db: Database): Promise<void> {
  const { smtpUrl, mailFrom } = env();
  const message = { from: mailFrom, to: mail.to, subject: mail.subject, ...(await bodyWithTickets(mail, db)) };
  if (smtpUrl) {
    smtp ??= createTransport({ url: smtpUrl, ...TIME_LIMITS }, { from: mailFrom });
    await smtp.sendMail(message);
    return;
  }
  const builtMail = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  await writeToOutbox(builtMail.message as Buffer);
}

/** Renders the tickets when the mail is sent. Omits those refunded, voided or transferred since it was queued. */
async function bodyWithTickets({ to, text, ticketIds }: Mail, db: Database) {
  if (!ticketIds?.length) return { text };
  const { content, count } = await drawTicketsPdf(db, { ticketIds, email: to });
  const gone = ticketIds.length - count;
  const note =
    gone === 0 ? "" : `\n${pluralize(gone, "ticket is", "tickets are")} no longer valid for you and not attached.\n`;
  const attachments = content ? [{ filename: "tickets.pdf", content, contentType: "application/pdf" }] : [];
  return { text: `${text}${note}`, attachments };
}

async function writeToOutbox(message: Buffer) {
  const folder = path.join(env().dataDir, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${Date.now()}-${Math.random().toString(36).slice(2, 8)}.eml`);
  // Written under a temporary name first, so that readers of the folder never see an incomplete mail.
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  log.info({ file: path.basename(file) }, "no SMTP_URL: the mail was written to the outbox folder");
}
