import "server-only";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { env } from "@/lib/env";
import { formatCount, formatDateTime, pluralize } from "@/lib/format";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { noticeSettings, notices } from "@/lib/server/db/schema/notices";
import type { QueuedDigest } from "@/lib/server/db/schema/outbox";
import { composeMail, type Mail } from "@/lib/server/mail/mail";
import { readCurrentRights } from "@/lib/server/rp/current-rights";
import { noticeTextWithoutNames } from "./notice-text";
import { noticeUrl } from "./notice-url";
import type { NoticeRow } from "./record";
import { isNoticeVisibleTo } from "./visible";

/** Maximum number of notices listed in the mail. Further ones are only counted. */
const MAX_LISTED = 50;

/**
 * Returns the daily mail about the admin's unread notices. Returns null if there are none, or if the admin is inactive or has
 * turned the mail off. Also returns null if the mail of a later day is due, so that an outage of the mail server is followed by one
 * mail only.
 */
export async function composeDigest(db: Queryable, { digestFor: adminId, day }: QueuedDigest): Promise<Mail | null> {
  const isWanted = and(isNotNull(noticeSettings.digestHour), eq(noticeSettings.digestedOn, day));
  if (!(await db.$count(noticeSettings, and(eq(noticeSettings.id, adminId), isWanted)))) return null;
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  const rights = await readCurrentRights(db, adminId);
  if (!admin || !rights) return null;
  const unread = await db
    .select()
    .from(notices)
    .where(and(await isNoticeVisibleTo(db, { id: adminId, rights }), eq(notices.inApp, true), isNull(notices.readAt)))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(MAX_LISTED + 1);
  return unread.length ? digestMail(admin, unread) : null;
}

function digestMail(admin: { firstName: string; email: string }, unread: readonly NoticeRow[]): Mail {
  const isMore = unread.length > MAX_LISTED;
  const count = isMore ? `More than ${formatCount(MAX_LISTED)} notices` : pluralize(unread.length, "notice");
  const lines = unread.slice(0, MAX_LISTED).map((row) => {
    const { title, text } = noticeTextWithoutNames(row);
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
