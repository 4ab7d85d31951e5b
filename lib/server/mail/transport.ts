import "server-only";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { env } from "@/lib/env";
import { pluralize } from "@/lib/format";
import { log } from "@/lib/server/base/log";
import type { Database } from "@/lib/server/db/client";
import { drawTicketsPdf } from "@/lib/server/event/draw-ticket";
import type { Mail, MailContent } from "./mail";
import { renderMailHtml } from "./render-html";
import { renderMailText } from "./render-text";

/** Timeout in ms, below the outbox's 30 s: a hanging connection is closed before the outbox retries. */
const TIME_LIMITS = { connectionTimeout: 25_000, greetingTimeout: 25_000, socketTimeout: 25_000 };

let smtp: { url: string; transport: ReturnType<typeof createTransport> } | undefined;

/** Sends a mail by SMTP. Without SMTP settings it writes `${DATA_DIR}/outbox/*.eml` and logs that. */
export async function sendMail(mail: Mail, db: Database): Promise<void> {
  const { smtpUrl, mailFrom } = env();
  const { note, attachments } = await attachTickets(mail, db);
  const { text, html } = await renderParts(mail, note);
  // Passes the address as an object, because nodemailer reads a comma in a string as the start of a second address.
  const envelope = { from: mailFrom, to: { name: "", address: mail.to }, subject: mail.subject, attachments };
  if (smtpUrl) {
    if (smtp?.url !== smtpUrl)
      smtp = { url: smtpUrl, transport: createTransport({ url: smtpUrl, ...TIME_LIMITS }, { from: mailFrom }) };
    await smtp.transport.sendMail({ ...envelope, text, html });
    return;
  }
  const alternatives = [toRawPart("text/plain", text), ...(html ? [toRawPart("text/html", html)] : [])];
  const builtMail = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    ...envelope,
    alternatives,
  });
  await writeMailFile(builtMail.message as Buffer);
}

/** Renders both parts from the content. Mails that an earlier version of the server queued have no content, only text. */
async function renderParts({ subject, text, content }: Mail, note: string) {
  if (!content) return { text: note ? `${text}\n${note}\n` : text };
  const noted: MailContent = note
    ? { ...content, blocks: [...content.blocks, { kind: "paragraph", text: note }] }
    : content;
  return { text: renderMailText(noted), html: await renderMailHtml({ subject, content: noted }) };
}

/** Draws a mail's tickets when the mail is sent. Leaves out tickets that were refunded, voided or transferred since the mail was queued. */
async function attachTickets({ to, ticketIds }: Mail, db: Database) {
  if (!ticketIds?.length) return { note: "", attachments: [] };
  const { content, count } = await drawTicketsPdf(db, { ticketIds, email: to });
  const gone = ticketIds.length - count;
  return {
    note: gone === 0 ? "" : `${pluralize(gone, "ticket is", "tickets are")} no longer valid for you and not attached.`,
    attachments: content ? [{ filename: "tickets.pdf", content, contentType: "application/pdf" }] : [],
  };
}

/** Returns a MIME part without encoding, so that a search in the file finds codes and links. Not for SMTP, which may need encoding. */
const toRawPart = (contentType: string, body: string) => ({
  raw: `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body.replace(/\r?\n/g, "\r\n")}`,
});

async function writeMailFile(message: Buffer) {
  const folder = path.join(env().dataDir, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${Date.now()}-${Math.random().toString(36).slice(2, 8)}.eml`);
  // Writes the mail under a temporary name first, so that readers of the folder never see an incomplete mail.
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  log.info({ file: path.basename(file) }, "no SMTP_URL: the mail was written to the outbox folder");
}
