import "server-only";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { type CitizenNotification, notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { users } from "@/lib/server/db/schema/user";
import type { MailKind } from "@/lib/server/outbox/queue";
import { emitReportWebhooks } from "@/lib/server/webhooks/record-events";
import { replaceReporterName } from "./replace-reporter-name";
import { type IreportRecord, ireportColumns } from "./rows";
import { privateCategoryIds } from "./visibility";

/** Texts of mails and pushes to a reporter, by kind of news. They never contain the report's title, because lock screens show subjects and pushes. */
const NOTIFICATION_TEXTS = {
  acknowledged: { subject: "was received", body: "An officer has read it and will see to it." },
  question: { subject: "needs an answer from you", body: "We have a question. Work continues when you have answered." },
  update: { subject: "has news", body: "There is news about it." },
  resolution: { subject: "is resolved", body: "You can rate what was done, and reopen the report within 14 days." },
  rejection: { subject: "was not accepted", body: "Read the reason in the app." },
  duplicate: {
    subject: "is known already",
    body: "Someone else has already reported this. You get the updates on it.",
  },
  reopening: { subject: "is open again", body: "Work on it continues." },
} as const;
type TextKind = keyof typeof NOTIFICATION_TEXTS;

/** Kinds of messages that reporters of duplicates also get, because they contain nothing personal. */
type SharedKind = Extract<TextKind, "update" | "resolution" | "rejection" | "reopening">;

type Notice = Pick<IreportRecord, "id" | "number" | "title" | "reporterId" | "categoryId">;

type NewsForReporter = { kind: TextKind; text?: string; mailKind?: MailKind };

/** Notifies the citizen who filed a report, unless it is anonymous. @param text the officer's message */
export async function notifyReporter(
  tx: Transaction,
  report: Notice,
  { kind, text = "", mailKind }: NewsForReporter,
): Promise<void> {
  if (!report.reporterId) return;
  const hidden = (await privateCategoryIds(tx)).includes(report.categoryId);
  await notifyCitizen(tx, report.reporterId, notificationOf(report, kind, { text, hidden }), mailKind);
}

/** Notifies the reporters of a report and of its duplicates, each once. @param textForDuplicates text for duplicates */
export async function notifyReportersOfReportAndDuplicates(
  tx: Transaction,
  report: Notice,
  kind: SharedKind,
  text: string,
  textForDuplicates = text,
): Promise<void> {
  await notifyReporter(tx, report, { kind, text });
  await notifyReportersOfDuplicates(tx, report, kind, textForDuplicates);
}

/** Notifies the reporters of a report's duplicates. */
export async function notifyReportersOfDuplicates(
  tx: Transaction,
  report: Notice,
  kind: SharedKind,
  text: string,
): Promise<void> {
  const ofReporters = and(eq(ireports.originalId, report.id), isNotNull(ireports.reporterId));
  // Increments the duplicates' versions, because their reporters get a new message and each webhook event of a report needs a higher version.
  const changed = await tx
    .update(ireports)
    .set({ version: sql`${ireports.version} + 1` })
    .where(ofReporters)
    .returning(ireportColumns);
  if (!changed.length) return;
  await emitReportWebhooks(tx, changed);
  const duplicates = await tx
    .select({ report: ireportColumns, reader: users })
    .from(ireports)
    .innerJoin(users, eq(users.id, ireports.reporterId))
    .where(ofReporters)
    .orderBy(asc(ireports.submittedAt), asc(ireports.id));
  const [author] = report.reporterId ? await tx.select().from(users).where(eq(users.id, report.reporterId)) : [];
  const hidden = new Set(await privateCategoryIds(tx));
  const notifiedIds = new Set([report.reporterId]);
  for (const { report: duplicate, reader } of duplicates) {
    if (notifiedIds.has(reader.id)) continue;
    notifiedIds.add(reader.id);
    const said = { text: replaceReporterName(text, author ?? null, reader), hidden: hidden.has(duplicate.categoryId) };
    await notifyCitizen(tx, reader.id, notificationOf(duplicate, kind, said), "bulk_mail");
  }
}

function notificationOf(
  { id, number, title }: Notice,
  kind: TextKind,
  { text, hidden }: { text: string; hidden: boolean },
): CitizenNotification {
  const { subject, body } = NOTIFICATION_TEXTS[kind];
  const line = `Your report ${number} ${subject}`;
  // Omits title and category from the mail about a private report, because phones may be shared.
  const titleLine = hidden ? "" : `“${title}”\n\n`;
  return {
    subject: line,
    text: `${line}.\n\n${titleLine}${text ? `${text}\n\n` : ""}${body}`,
    title: line,
    body,
    data: { category: "ireport", ireport_id: id, number },
  };
}
