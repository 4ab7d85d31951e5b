import "server-only";
import { and, count, desc, eq } from "drizzle-orm";
import { satisfiesPolicy } from "@/lib/contract/access";
import type { InputOf } from "@/lib/contract/common";
import { isRecordType, RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";
import type { PinnedRecord, searchCalls } from "@/lib/contract/search";
import { MAX_PINS } from "@/lib/contract/search.values";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { pinnedRecords } from "@/lib/server/db/schema/admin";

type Viewer = Pick<SignedInAdmin, "id" | "rights">;

/** Returns an admin's pinned records of the kinds that the admin may still read, latest first. */
export async function readPinnedRecords(db: Queryable, { id, rights }: Viewer): Promise<PinnedRecord[]> {
  const rows = await db
    .select()
    .from(pinnedRecords)
    .where(eq(pinnedRecords.adminId, id))
    .orderBy(desc(pinnedRecords.pinnedAt), pinnedRecords.recordId);
  return rows.flatMap(({ kind, recordId, title, detail }) => {
    const { label, address, list } = isRecordType(kind) ? RECORD_KINDS[kind] : {};
    return label && address && list && satisfiesPolicy(rights, list.call.policy)
      ? [{ kind, label, id: recordId, title, detail, url: address({ id: recordId, name: title }) }]
      : [];
  });
}

/** Pins a record, or moves it to the top. @throws 403 for a kind that the admin may not read; 409 with too many pins */
export async function pinRecord(
  { tx, admin }: WriteContext,
  { kind, id, title, detail }: InputOf<typeof searchCalls.pin>,
): Promise<PinnedRecord[]> {
  const { list } = RECORD_KINDS[kind as RecordType];
  if (!list || !satisfiesPolicy(admin.rights, list.call.policy)) throw refuse.forbidden();
  const values = { adminId: admin.id, kind, recordId: id, title, detail };
  await tx
    .insert(pinnedRecords)
    .values(values)
    .onConflictDoUpdate({
      target: [pinnedRecords.adminId, pinnedRecords.kind, pinnedRecords.recordId],
      set: { title, detail, pinnedAt: new Date() },
    });
  const [pins] = await tx.select({ count: count() }).from(pinnedRecords).where(eq(pinnedRecords.adminId, admin.id));
  if ((pins?.count ?? 0) > MAX_PINS)
    throw refuse.conflict(`You have pinned ${MAX_PINS} records, the most there can be. Unpin one first.`);
  return readPinnedRecords(tx, admin);
}

/** Unpins a record. @throws 404 if it is not pinned */
export async function unpinRecord(
  { tx, admin }: WriteContext,
  { kind, recordId }: InputOf<typeof searchCalls.unpin>,
): Promise<PinnedRecord[]> {
  const deleted = await tx
    .delete(pinnedRecords)
    .where(
      and(eq(pinnedRecords.adminId, admin.id), eq(pinnedRecords.kind, kind), eq(pinnedRecords.recordId, recordId)),
    );
  if (!deleted.rowCount) throw refuse.notFound("pinned record");
  return readPinnedRecords(tx, admin);
}
