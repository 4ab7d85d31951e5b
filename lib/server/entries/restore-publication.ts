import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Publication } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { AnyDraft } from "@/lib/contract/entries-drafts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { entries, entryPublications } from "@/lib/server/db/schema/entries";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { draftChanges } from "./draft-changes";
import { lockEntry, refuseArchived } from "./lock-entry";
import { draftColumns, entryRecordRef, readEntry } from "./record";
import { entrySingle, selectPublications, toPublication } from "./single";

type VersionRef = { kind: EntryKind; entryId: string; number: number };

/** Returns a publication of an entry with its content. @throws 404 */
export async function readPublication(db: Queryable, input: VersionRef): Promise<Publication> {
  const entry = await readEntry(db, input);
  const [found] = await selectPublications(db).where(
    and(eq(entryPublications.entryId, entry.id), eq(entryPublications.number, input.number)),
  );
  if (!found) throw refuse.notFound("version");
  return { ...toPublication(found), content: await publicationContent(db, entry.id, input.number) };
}

/** Returns the content of a publication. @throws 404 */
async function publicationContent(db: Queryable, entryId: string, number: number): Promise<AnyDraft> {
  const [found] = await db
    .select({ content: entryPublications.content })
    .from(entryPublications)
    .where(and(eq(entryPublications.entryId, entryId), eq(entryPublications.number, number)));
  if (!found) throw refuse.notFound("version");
  return found.content;
}

/** Copies a publication's content to the draft. @throws 404; 409 with the current entry if it has changed or is archived */
export async function restorePublication({ tx, admin, audit }: WriteContext, input: VersionRef & { version: number }) {
  const entry = await lockEntry(tx, input);
  refuseArchived(entry);
  const content = await publicationContent(tx, entry.id, input.number);
  await updateVersionedRecord(tx, entries, entry.id, {
    ...draftColumns(content),
    updatedAt: sql`now()`,
    updatedBy: admin.id,
  });
  const changes = draftChanges(entry.draft, content);
  audit({
    record: entryRecordRef(entry),
    before: changes.before,
    after: { ...changes.after, step: `version ${input.number} brought back as draft` },
  });
  return entrySingle(tx, input);
}
