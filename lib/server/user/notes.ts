import "server-only";
import { desc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { UserNote } from "@/lib/contract/user";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { userNotes } from "@/lib/server/db/schema/user";
import { refuseUnknownUser, userRecord } from "./single";

const MOST_NOTES = 200;

/** Newest first. @throws 404 */
export async function listNotes(db: Queryable, userId: string): Promise<UserNote[]> {
  await refuseUnknownUser(db, userId);
  const rows = await db
    .select({ note: userNotes, by: admins })
    .from(userNotes)
    .innerJoin(admins, eq(admins.id, userNotes.adminId))
    .where(eq(userNotes.userId, userId))
    .orderBy(desc(userNotes.at), desc(userNotes.id))
    .limit(MOST_NOTES);
  return rows.map(({ note, by }) => ({
    id: note.id,
    by: { id: by.id, name: fullName(by) },
    at: note.at.toISOString(),
    text: note.text,
  }));
}

/** The note's text stays out of the audit trail: it is about a person, and the trail can forget nothing. @throws 404 */
export async function addNote({ db, admin, audit }: HandlerContext, input: { userId: string; text: string }) {
  const user = await refuseUnknownUser(db, input.userId);
  const at = new Date();
  const note = { id: uuid(), userId: user.id, adminId: admin.id, text: input.text, at };
  await db.insert(userNotes).values(note);
  audit({ record: userRecord(user), after: { note: note.id } });
  return { id: note.id, by: { id: admin.id, name: fullName(admin) }, at: at.toISOString(), text: note.text };
}
