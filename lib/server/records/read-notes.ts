import "server-only";
import { desc, eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AdminRef } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { toAdminRef } from "@/lib/server/records/admin-record";

/** A table of internal notes about records. */
type NotesTable = PgTable & Record<"id" | "adminId" | "text" | "at", PgColumn>;

/** Internal note about a record. */
export type InternalNote = { id: string; text: string; by: AdminRef; at: string };

/** Maximum number of returned notes; older ones stay in the table. */
const MAX_SHOWN = 200;

/** Returns the notes about one record, newest first. @param recordColumn the column that refers to the record */
export async function readNotes(
  db: Queryable,
  table: NotesTable,
  recordColumn: PgColumn,
  id: string,
): Promise<InternalNote[]> {
  const noteRows = await db
    .select({ id: table.id, text: table.text, at: table.at, by: admins })
    .from(table as PgTable)
    .innerJoin(admins, eq(admins.id, table.adminId))
    .where(eq(recordColumn, id))
    .orderBy(desc(table.at), desc(table.id))
    .limit(MAX_SHOWN);
  const notes = noteRows as { id: string; text: string; at: Date; by: typeof admins.$inferSelect }[];
  return notes.map(({ by, at, ...note }) => ({
    ...note,
    by: toAdminRef(by),
    at: at.toISOString(),
  }));
}
