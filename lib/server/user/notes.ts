import "server-only";
import { v7 as uuid } from "uuid";
import type { UserNote } from "@/lib/contract/user";
import type { HandlerContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { userNotes } from "@/lib/server/db/schema/user";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { notesAbout } from "@/lib/server/records/read-notes";
import { refuseUnknownUser, userRecord } from "./single";

/** Newest first. @throws 404 */
export async function listNotes(db: Queryable, userId: string): Promise<UserNote[]> {
  await refuseUnknownUser(db, userId);
  return notesAbout(db, userNotes, userNotes.userId, userId);
}

/** The note's text stays out of the audit trail: it is about a person, and the trail can forget nothing. @throws 404 */
export async function addNote({ db, admin, audit }: HandlerContext, input: { userId: string; text: string }) {
  const user = await refuseUnknownUser(db, input.userId);
  const at = new Date();
  const note = { id: uuid(), userId: user.id, adminId: admin.id, text: input.text, at };
  await db.insert(userNotes).values(note);
  audit({ record: userRecord(user), after: { note: note.id } });
  return { id: note.id, by: adminRefOf(admin), at: at.toISOString(), text: note.text };
}
