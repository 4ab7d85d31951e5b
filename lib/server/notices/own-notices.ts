import "server-only";
import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import type { noticeCalls as contract, NoticesSeen } from "@/lib/contract/notices";
import { NOTICE_LIST } from "@/lib/contract/notices.values";
import { UNREAD_NOTICES_MAX } from "@/lib/contract/unread.values";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { notices } from "@/lib/server/db/schema/notices";
import { countUpToCap, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { containsText } from "@/lib/server/lists/search-terms";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { noticeText } from "./notice-text";
import { noticeUrl } from "./notice-url";
import type { NoticeRow } from "./record";
import { isNoticeVisibleTo, type NoticeReader } from "./visible";

type ListInput = InputOf<typeof contract.list>;
type ListedNotice = OutputOf<typeof contract.list>["items"][number];

/** SQL condition: the app shows this notice to the admin. */
const isShownTo = async (db: Queryable, admin: NoticeReader): Promise<SQL | undefined> =>
  and(await isNoticeVisibleTo(db, admin), eq(notices.inApp, true));

/** Lists the admin's notices, newest first. */
export async function listNotices(db: Queryable, input: ListInput, admin: NoticeReader) {
  const matching = and(
    await isShownTo(db, admin),
    input.view === "unread" ? isNull(notices.readAt) : undefined,
    containsText(notices.recordName, input.q),
  );
  const where = and(matching, hasArrivedBy(notices.createdAt, input.until));
  const rows = await db
    .select()
    .from(notices)
    .where(where)
    .orderBy(...sortOrderOf(input.sort))
    .limit(input.size)
    .offset(input.page * input.size);
  const items = rows.map(toItem);
  const arrivals = { table: notices, at: notices.createdAt, where: () => matching };
  return {
    ...toPagedList(input, items, await countUpToCap(db, notices, where)),
    ...(await readListWindow(
      db,
      NOTICE_LIST,
      { ...input, sort: input.sort ?? NOTICE_LIST.defaultSort },
      items,
      arrivals,
    )),
  };
}

const sortOrderOf = (sort: ListInput["sort"]) =>
  sort === "created_at" ? [notices.createdAt, notices.id] : [desc(notices.createdAt), desc(notices.id)];

const toItem = (row: NoticeRow): ListedNotice => ({
  id: row.id,
  kind: row.kind,
  record: { type: row.recordType, id: row.recordId, name: row.recordName },
  ...noticeText(row),
  url: noticeUrl(row),
  created_at: row.createdAt.toISOString(),
  read_at: row.readAt?.toISOString() ?? null,
});

/** Counts the admin's unread notices, up to UNREAD_NOTICES_MAX. */
export async function countUnreadNotices(db: Queryable, admin: NoticeReader): Promise<{ unread: number }> {
  const isUnread = and(await isShownTo(db, admin), isNull(notices.readAt));
  return { unread: (await countUpToCap(db, notices, isUnread, UNREAD_NOTICES_MAX)).total };
}

/** Marks one notice as read, on all devices. @throws 404, also if it is another admin's or its record may not be read */
export async function markNoticeRead({ db, admin, audit }: HandlerContext, noticeId: string) {
  const [notice] = await db
    .select({ readAt: notices.readAt })
    .from(notices)
    .where(and(eq(notices.id, noticeId), await isShownTo(db, admin)));
  if (!notice) throw refuse.notFound("notice");
  await markRead(db, eq(notices.id, noticeId));
  audit({ record: adminRecordRef(admin), after: { notices_read: notice.readAt ? 0 : 1 } });
  return countUnreadNotices(db, admin);
}

/** Marks the shown notices and older ones as read. Notices that arrived later stay unread, because the admin has not seen them. */
export async function markAllNoticesRead({ db, admin, audit }: HandlerContext, { shown, and_older }: NoticesSeen) {
  const isSeen = inArray(notices.id, shown);
  const oldest = db
    .select({ createdAt: notices.createdAt, id: notices.id })
    .from(notices)
    .where(and(eq(notices.adminId, admin.id), isSeen))
    .orderBy(notices.createdAt, notices.id)
    .limit(1);
  const isOlder = sql`(${notices.createdAt}, ${notices.id}) < ${oldest}`;
  const read = await markRead(db, and(await isShownTo(db, admin), and_older ? or(isSeen, isOlder) : isSeen));
  audit({ record: adminRecordRef(admin), after: { notices_read: read } });
  return countUnreadNotices(db, admin);
}

async function markRead(db: Queryable, condition: SQL | undefined): Promise<number> {
  const { rowCount } = await db
    .update(notices)
    .set({ readAt: new Date() })
    .where(and(condition, isNull(notices.readAt)));
  return rowCount ?? 0;
}
