import "server-only";
import { v7 as uuid } from "uuid";
import type { UserNote } from "@/lib/contract/user";
import type { WriteContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { userNotes } from "@/lib/server/db/schema/user";
import { notifyMentioned } from "@/lib/server/notices/mentions";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { readNotes } from "@/lib/server/records/read-notes";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { requireUser, userRecordRef } from "./single";

/** Lists a user's notes, newest first. @throws 404 */
export async function listNotes(db: Queryable, userId: string): Promise<UserNote[]> {
  await requireUser(db, userId);
  return readNotes(db, userNotes, userNotes.userId, userId);
}

/** Returns the admins who may read users, and so can be mentioned in their notes. */
export const adminsWhoMayReadUsers = (db: Queryable) =>
  readAdminsHolding(db, [{ feature: "User Management", flag: "read" }]);

/**
 * Adds a note and notifies the admins whom it mentions. The audit trail omits the note's text, which is personal data, because audit
 * rows can't be erased.
 * @throws 404; 400 if a mentioned admin may not read users
 */
export async function addNote({ tx, admin, audit }: WriteContext, input: { userId: string; text: string }) {
  const user = await requireUser(tx, input.userId);
  const addedAt = new Date();
  const note = { id: uuid(), userId: user.id, adminId: admin.id, text: input.text, at: addedAt };
  await tx.insert(userNotes).values(note);
  await notifyMentioned(tx, {
    ...note,
    by: admin,
    record: userRecordRef(user),
    readers: () => adminsWhoMayReadUsers(tx),
  });
  audit({ record: userRecordRef(user), after: { note: note.id } });
  return { id: note.id, by: toAdminRef(admin), at: addedAt.toISOString(), text: note.text };
}
