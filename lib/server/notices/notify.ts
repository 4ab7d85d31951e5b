import "server-only";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { NOTICE_RULES, type NoticeChannels, type NoticeKind } from "@/lib/contract/notices.values";
import { env } from "@/lib/env";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { noticeSettings, notices } from "@/lib/server/db/schema/notices";
import { composeMail, type Mail } from "@/lib/server/mail/mail";
import { queueMails } from "@/lib/server/outbox/queue";
import { queuePushes } from "@/lib/server/push/deliver-push";
import { noticeTextWithoutNames } from "./notice-text";
import { noticeUrl } from "./notice-url";
import type { NewNotice, NoticeRow } from "./record";
import { readableNoticeIds } from "./visible";

/** Kinds of notices that timed tasks send to many admins in one run. */
const BULK_KINDS: readonly NoticeKind[] = ["late", "department_late"];

type Recipient = {
  id: string;
  firstName: string;
  email: string;
  channels: Partial<Record<NoticeKind, NoticeChannels>> | null;
};

/**
 * Notifies admins in the transaction of the change: stores the notices, and queues pushes and mails as each admin prefers. An admin
 * who may not read the record gets none, and one who already has a notice of this cause gets no second one. The number of queries
 * does not depend on the number of admins, because ledger accounts may be locked.
 * @param mailOf returns a mail with more details than the notice
 */
export async function notifyAdmins(
  tx: Transaction,
  adminIds: Iterable<string>,
  notice: NewNotice,
  mailOf?: (recipient: Recipient) => Mail,
): Promise<void> {
  const recipients = await readRecipients(tx, [...new Set(adminIds)]);
  if (!recipients.length) return;
  const { kind, cause, record, params = {} } = notice;
  const channelsOf = ({ channels }: Recipient) => channels?.[kind] ?? NOTICE_RULES[kind].defaults;
  const stored = await tx
    .insert(notices)
    .values(
      recipients.map((recipient) => ({
        id: uuid(),
        adminId: recipient.id,
        kind,
        cause,
        recordType: record.type,
        recordId: record.id,
        recordName: record.name,
        params,
        inApp: channelsOf(recipient).app,
        // Uses the time of the insert, because lists are sorted by it and the transaction may have waited for locks.
        createdAt: sql`clock_timestamp()`,
      })),
    )
    .onConflictDoNothing()
    .returning();
  const readable = await readableNoticeIds(tx, stored);
  const rowByAdmin = new Map(stored.filter(({ id }) => readable.has(id)).map((row) => [row.adminId, row]));
  const pushes: Parameters<typeof queuePushes>[1][number][] = [];
  const mails: Mail[] = [];
  for (const recipient of recipients) {
    const row = rowByAdmin.get(recipient.id);
    if (!row) continue;
    const { push, mail } = channelsOf(recipient);
    if (push) pushes.push({ adminId: recipient.id, push: pushContentOf(row), noticeId: row.id });
    if (mail) mails.push({ ...(mailOf?.(recipient) ?? noticeMail(recipient, row)), noticeId: row.id });
  }
  await queuePushes(tx, pushes);
  await queueMails(tx, mails, BULK_KINDS.includes(kind) ? "bulk_mail" : "mail");
}

/** Marks all notices of a kind about a record as read, for example those of other approvers after a decision. */
export async function markNoticesRead(
  tx: Transaction,
  kind: NoticeKind,
  { type, id }: NewNotice["record"],
): Promise<void> {
  const isAboutRecord = and(eq(notices.recordType, type), eq(notices.recordId, id), eq(notices.kind, kind));
  await tx
    .update(notices)
    .set({ readAt: new Date() })
    .where(and(isAboutRecord, isNull(notices.readAt)));
}

const readRecipients = async (tx: Transaction, ids: string[]): Promise<Recipient[]> =>
  ids.length === 0
    ? []
    : tx
        .select({
          id: admins.id,
          firstName: admins.firstName,
          email: admins.email,
          channels: noticeSettings.channels,
        })
        .from(admins)
        .leftJoin(noticeSettings, eq(noticeSettings.id, admins.id))
        .where(and(inArray(admins.id, ids), eq(admins.status, "active")))
        // Sorts by id, so that two servers that notify the same admins can't deadlock.
        .orderBy(admins.id);

/** Returns the fields of the push. KYC requests have those of the specification (section 3), other records the path of their page. */
function pushContentOf(row: NoticeRow) {
  const { title, text: body } = noticeTextWithoutNames(row);
  return row.recordType === "kyc"
    ? { title, body, category: "kyc" as const, request_id: row.recordId }
    : {
        title,
        body,
        category: "notice" as const,
        path: noticeUrl(row) ?? "/dashboard",
        record_id: row.recordId,
      };
}

function noticeMail(recipient: Recipient, row: NoticeRow): Mail {
  const { title, text } = noticeTextWithoutNames(row);
  return composeMail(recipient, {
    subject: title,
    blocks: [
      text,
      { kind: "button", label: "Open in the dashboard", url: `${env().appOrigin}${noticeUrl(row) ?? "/dashboard"}` },
      "Choose which notices are mailed to you on My account.",
    ],
  });
}
