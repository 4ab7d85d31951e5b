import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Publication } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { contentEntries, contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { draftChanges } from "./draft-changes";
import { lockContentEntry, refuseArchived } from "./lock-content-entry";
import { contentEntryRecordRef, draftColumns, readContentEntry } from "./record";
import { contentEntrySingle, selectPublications, toPublication } from "./single";

type VersionRef = { kind: ContentEntryKind; entryId: string; number: number };

/** Returns a publication of a content entry with its content. @throws 404 */
export async function readPublication(db: Queryable, input: VersionRef): Promise<Publication> {
  const entry = await readContentEntry(db, input);
  const [found] = await selectPublications(db).where(
    and(eq(contentEntryPublications.entryId, entry.id), eq(contentEntryPublications.number, input.number)),
  );
  if (!found) throw refuse.notFound("version");
  return { ...toPublication(found), content: await publicationContent(db, entry.id, input.number) };
}

/** Returns the content of a publication. @throws 404 */
async function publicationContent(db: Queryable, entryId: string, number: number): Promise<AnyDraft> {
  const [found] = await db
    .select({ content: contentEntryPublications.content })
    .from(contentEntryPublications)
    .where(and(eq(contentEntryPublications.entryId, entryId), eq(contentEntryPublications.number, number)));
  if (!found) throw refuse.notFound("version");
  return found.content;
}

/** Copies a publication's content to the draft. @throws 404; 409 with the current entry if it has changed or is archived */
export async function restorePublication({ tx, admin, audit }: WriteContext, input: VersionRef & { version: number }) {
  const entry = await lockContentEntry(tx, input);
  refuseArchived(entry);
  const content = await publicationContent(tx, entry.id, input.number);
  await updateVersionedRecord(tx, contentEntries, entry.id, {
    ...draftColumns(content),
    updatedAt: sql`now()`,
    updatedBy: admin.id,
  });
  const changes = draftChanges(entry.draft, content);
  audit({
    record: contentEntryRecordRef(entry),
    before: changes.before,
    after: { ...changes.after, step: `version ${input.number} brought back as draft` },
  });
  return contentEntrySingle(tx, input);
}
