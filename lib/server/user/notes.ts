import "server-only";
import { v7 as uuid } from "uuid";
import type { UserNote } from "@/lib/contract/user";
import type { HandlerContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { userNotes } from "@/lib/server/db/schema/user";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { readNotes } from "@/lib/server/records/read-notes";
import { refuseUnknownUser, userRecord } from "./single";

/** Lists a user's notes, newest first. @throws 404 */
export async function listNotes(db: Queryable, userId: string): Promise<UserNote[]> {
  await refuseUnknownUser(db, userId);
  return readNotes(db, userNotes, userNotes.userId, userId);
}

/** Adds a note. The audit trail omits its text, which is personal data and could not be erased there. @throws 404 */
export async function addNote({ db, admin, audit }: HandlerContext, input: { userId: string; text: string }) {
  const user = await refuseUnknownUser(db, input.userId);
  const addedAt = new Date();
  const note = { id: uuid(), userId: user.id, adminId: admin.id, text: input.text, at: addedAt };
  await db.insert(userNotes).values(note);
  audit({ record: userRecord(user), after: { note: note.id } });
  return { id: note.id, by: adminRefOf(admin), at: addedAt.toISOString(), text: note.text };
}
