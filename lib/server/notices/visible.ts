import "server-only";
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { satisfiesPolicy } from "@/lib/contract/access";
import { APPROVAL_KINDS, maySeeApproval } from "@/lib/contract/approvals.values";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";
import { routes } from "@/lib/contract/routes";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { ireports } from "@/lib/server/db/schema/ireport";
import { notices } from "@/lib/server/db/schema/notices";
import { isVisibleReport, maySeePrivate, privateCategoryIds } from "@/lib/server/ireport/visibility";
import { readRightsOf } from "@/lib/server/rp/current-rights";

/** Admin who reads notices, with current rights. */
export type NoticeReader = Pick<SignedInAdmin, "id" | "rights">;

const ALL_TYPES = Object.keys(RECORD_KINDS) as RecordType[];

type Rights = NoticeReader["rights"];

/** Returns the types of records that these rights allow to read. Excludes reports and approvals, whose records need checks. */
const readableRecordTypes = (rights: Rights) =>
  ALL_TYPES.filter((type) => {
    const { opens } = RECORD_KINDS[type];
    if (type === "ireport" || type === "approval") return false;
    return !opens || satisfiesPolicy(rights, opens.policy);
  });

/** SQL condition: the notice is the admin's, and they may still read its record. */
export const isNoticeVisibleTo = async (db: Queryable, { id, rights }: NoticeReader): Promise<SQL | undefined> =>
  and(eq(notices.adminId, id), isReadableWith(rights, await hiddenFrom(db, [rights])));

const mayReadReports = (rights: Rights) => satisfiesPolicy(rights, routes.ireport.single.policy);

/**
 * Returns the ids of private categories if any of these admins' rights allow reading reports, but not private ones. Returns none otherwise.
 */
const hiddenFrom = async (db: Queryable, all: readonly Rights[]): Promise<string[]> =>
  all.some((rights) => mayReadReports(rights) && !maySeePrivate({ rights })) ? privateCategoryIds(db) : [];

/** SQL condition: the notice's admin, who has these rights, may read its record. */
function isReadableWith(rights: Rights, hidden: string[]): SQL | undefined {
  const readable = APPROVAL_KINDS.filter((kind) => maySeeApproval(kind, rights));
  const visible = maySeePrivate({ rights }) ? undefined : isVisibleReport(hidden, notices.adminId);
  const isReadableApproval = sql`exists (select 1 from ${approvals}
    where ${approvals.id} = ${recordIdOf("approval")} and ${inArray(approvals.kind, readable)})`;
  const isReadableReport = sql`exists (select 1 from ${ireports}
    where ${and(sql`${ireports.id} = ${recordIdOf("ireport")}`, visible)})`;
  return or(
    inArray(notices.recordType, readableRecordTypes(rights)),
    isReadableApproval,
    mayReadReports(rights) ? isReadableReport : undefined,
  );
}

/** Returns SQL for the id of a notice's record as uuid. Null if the record has another type than `type`, because its id may be no uuid. */
const recordIdOf = (type: RecordType) =>
  sql`case when ${eq(notices.recordType, type)} then ${notices.recordId}::uuid end`;

type OwnedNotice = { id: string; adminId: string };

/** Returns the ids of the notices whose admin may read their record now. Inactive admins may read none. Takes three queries at most. */
export async function readableNoticeIds(db: Queryable, rows: readonly OwnedNotice[]): Promise<Set<string>> {
  const rightsByAdmin = await readRightsOf(
    db,
    rows.map(({ adminId }) => adminId),
  );
  const hidden = await hiddenFrom(db, [...rightsByAdmin.values()]);
  // Groups admins with the same rights, so that the query has one condition per group.
  const groups = new Map<string, { rights: Rights; adminIds: string[] }>();
  for (const [adminId, rights] of rightsByAdmin) {
    const key = JSON.stringify(rights);
    groups.set(key, { rights, adminIds: [...(groups.get(key)?.adminIds ?? []), adminId] });
  }
  const conditions = [...groups.values()].map(({ rights, adminIds }) =>
    and(inArray(notices.adminId, adminIds), isReadableWith(rights, hidden)),
  );
  if (!conditions.length) return new Set();
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(inArray(notices.id, ids), or(...conditions)));
  return new Set(found.map(({ id }) => id));
}

/** Returns true if the admin of this notice may read its record now. Checked before a queued push or mail is sent. */
export async function isNoticeReadable(db: Queryable, noticeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: notices.id, adminId: notices.adminId })
    .from(notices)
    .where(eq(notices.id, noticeId));
  return (await readableNoticeIds(db, rows)).has(noticeId);
}
