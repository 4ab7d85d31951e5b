import "server-only";
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { allows } from "@/lib/contract/access";
import { APPROVAL_KINDS, maySee } from "@/lib/contract/approvals.values";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { ireports } from "@/lib/server/db/schema/ireport";
import { notices } from "@/lib/server/db/schema/notices";
import { visibleTo } from "@/lib/server/ireport/visibility";
import { readCurrentRights } from "@/lib/server/rp/current-rights";

export type Reader = Pick<SignedInAdmin, "id" | "rights">;

const ALL_TYPES = Object.keys(RECORD_KINDS) as RecordType[];

/** Returns the kinds of records that these rights open. A report and an approval request need a further check of the record. */
const openTypes = ({ rights }: Reader) =>
  ALL_TYPES.filter((type) => {
    const { opens } = RECORD_KINDS[type];
    if (type === "ireport" || type === "approval") return false;
    return !opens || allows(rights, opens.policy);
  });

/** SQL condition: the notice is the admin's, and they may still read its record. */
export async function isVisibleTo(db: Queryable, admin: Reader): Promise<SQL | undefined> {
  const readable = APPROVAL_KINDS.filter((kind) => maySee(kind, admin.rights));
  const isReadableApproval = sql`exists (select 1 from ${approvals}
    where ${approvals.id}::text = ${notices.recordId} and ${inArray(approvals.kind, readable)})`;
  return and(
    eq(notices.adminId, admin.id),
    or(
      inArray(notices.recordType, openTypes(admin)),
      and(eq(notices.recordType, "approval"), isReadableApproval),
      allows(admin.rights, routes.ireport.single.policy)
        ? and(eq(notices.recordType, "ireport"), await isReadableReport(db, admin))
        : undefined,
    ),
  );
}

async function isReadableReport(db: Queryable, admin: Reader): Promise<SQL> {
  const visible = await visibleTo(db, admin);
  return sql`exists (select 1 from ${ireports} where ${ireports.id}::text = ${notices.recordId} ${visible ? sql`and ${visible}` : sql``})`;
}

/** Returns the ids of those notices that their admin may read now. Inactive admins may read none. */
export async function readableNotices(db: Queryable, rows: readonly { id: string; adminId: string }[]) {
  const readable = new Set<string>();
  for (const adminId of new Set(rows.map((row) => row.adminId))) {
    const rights = await readCurrentRights(db, adminId);
    if (!rights) continue;
    const own = rows.filter((row) => row.adminId === adminId).map(({ id }) => id);
    const found = await db
      .select({ id: notices.id })
      .from(notices)
      .where(and(inArray(notices.id, own), await isVisibleTo(db, { id: adminId, rights })));
    for (const { id } of found) readable.add(id);
  }
  return readable;
}

/** Returns true if the admin of this notice may read its record now. Checked before a queued push or mail is sent. */
export async function isNoticeReadable(db: Queryable, noticeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: notices.id, adminId: notices.adminId })
    .from(notices)
    .where(eq(notices.id, noticeId));
  return (await readableNotices(db, rows)).has(noticeId);
}
