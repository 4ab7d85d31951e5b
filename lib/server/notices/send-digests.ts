import "server-only";
import { and, desc, eq, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { env } from "@/lib/env";
import { formatCount, formatDateTime, pluralize } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { dayOf } from "@/lib/server/base/time";
import type { Database, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { noticeSettings, notices } from "@/lib/server/db/schema/notices";
import { composeMail, type Mail } from "@/lib/server/mail/mail";
import { queueMail } from "@/lib/server/outbox/queue";
import { readCurrentRights } from "@/lib/server/rp/current-rights";
import { lagosHour } from "./lagos-hour";
import { noticeText } from "./notice-text";
import { noticeUrl } from "./notice-url";
import type { NoticeRow } from "./record";
import { isVisibleTo } from "./visible";

/** Notices listed in the mail. Further ones are only counted. */
const MAX_LISTED = 50;
/** Mails of one run. The next run, a minute later, continues with the rest. */
const MAX_PER_RUN = 500;

/**
 * Mails each admin who chose it their unread notices, once a day from the chosen hour on. A timed task runs it every minute
 * (process/timed-tasks.ts). Of several servers the one that marks the day as done queues the mail, in the same transaction.
 * @returns the number of admins whose day is done
 */
export async function sendDigests(db: Database, now = new Date()): Promise<number> {
  for (let count = 0; count < MAX_PER_RUN; count++)
    if (!(await inTransaction(db, (tx) => sendNextDigest(tx, now)))) return count;
  return MAX_PER_RUN;
}

async function sendNextDigest(tx: Transaction, now: Date): Promise<boolean> {
  const today = dayOf(now);
  const [due] = await tx
    .select({ id: noticeSettings.id })
    .from(noticeSettings)
    .where(
      and(
        isNotNull(noticeSettings.digestHour),
        lte(noticeSettings.digestHour, lagosHour(now)),
        or(isNull(noticeSettings.digestedOn), ne(noticeSettings.digestedOn, today)),
      ),
    )
    .orderBy(noticeSettings.id)
    .limit(1)
    .for("update", { skipLocked: true });
  if (!due) return false;
  await tx.update(noticeSettings).set({ digestedOn: today }).where(eq(noticeSettings.id, due.id));
  const [admin] = await tx.select().from(admins).where(eq(admins.id, due.id));
  const rights = await readCurrentRights(tx, due.id);
  if (!admin || !rights) return true;
  const unread = await tx
    .select()
    .from(notices)
    .where(and(await isVisibleTo(tx, { id: due.id, rights }), eq(notices.inApp, true), isNull(notices.readAt)))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(MAX_LISTED + 1);
  if (unread.length) await queueMail(tx, digestMail(admin, unread), "bulk_mail");
  return true;
}

function digestMail(admin: { firstName: string; email: string }, unread: readonly NoticeRow[]): Mail {
  const isMore = unread.length > MAX_LISTED;
  const count = isMore ? `More than ${formatCount(MAX_LISTED)} notices` : pluralize(unread.length, "notice");
  const lines = unread.slice(0, MAX_LISTED).map((row) => {
    const { title, text } = noticeText(row);
    const url = noticeUrl(row);
    return `${formatDateTime(row.createdAt.getTime())}  ${title}\n${text}${url ? `\n${env().appOrigin}${url}` : ""}`;
  });
  return composeMail(admin, {
    subject: `${count} unread`,
    blocks: [
      "These notices are unread:",
      ...lines,
      ...(isMore ? ["The bell of the dashboard shows the others."] : []),
      { kind: "button", label: "Open the dashboard", url: `${env().appOrigin}/dashboard` },
      "Choose on My account whether and when this mail is sent.",
    ],
  });
}
