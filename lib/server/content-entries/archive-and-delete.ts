import "server-only";
import { eq, sql } from "drizzle-orm";
import { type ContentEntryKind, isLegalContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { contentEntries, contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { emitContentWebhook } from "@/lib/server/webhooks/record-events";
import { hasDeletedGroup } from "./check-references";
import { isPublicationInForceSql, joinCurrentPublication } from "./current-publication";
import { draftAuditFields } from "./draft-changes";
import { refuseTooManySlides } from "./limit-live-slides";
import { lockContentEntry } from "./lock-content-entry";
import { type ContentEntry, contentEntryNounOf, contentEntryRecordRef } from "./record";
import { contentEntrySingle } from "./single";

type ContentEntryVersion = { kind: ContentEntryKind; entryId: string; version: number };

/**
 * Archives a content entry, which hides it from citizens, or restores it. After restoring, its publication times apply again.
 * @throws 404; 409 with the current entry if it has changed, is a legal text, already has this state, was published to a deleted group, or
 * would exceed the limit of live slides
 */
export async function archiveContentEntry(
  { tx, audit }: WriteContext,
  input: ContentEntryVersion & { archived: boolean },
) {
  if (isLegalContentEntryKind(input.kind))
    throw refuse.conflict("This text can't be archived: the app always needs a current version.");
  const entry = await lockContentEntry(tx, input);
  const isArchived = entry.archivedAt !== null;
  if (isArchived === input.archived)
    throw refuse.conflict(
      `This ${contentEntryNounOf(input.kind)} is ${isArchived ? "archived already" : "not archived"}.`,
      await contentEntrySingle(tx, input),
    );
  if (!input.archived) await refuseDeletedGroups(tx, entry);
  await emitContentWebhook(
    tx,
    await updateVersionedRecord(tx, contentEntries, entry.id, { archivedAt: input.archived ? sql`now()` : null }),
  );
  if (entry.kind === "slides") await refuseTooManySlides(tx, entry.id);
  audit({
    record: contentEntryRecordRef(entry),
    before: { archived: isArchived },
    after: { archived: input.archived },
  });
  return contentEntrySingle(tx, input);
}

/** Refuses to restore an archived entry if a group to which it was published has been deleted. @throws 409 */
async function refuseDeletedGroups(tx: Transaction, entry: ContentEntry): Promise<void> {
  const { rows } = await tx.execute<{ content: AnyDraft }>(sql`
    select p.content from entries e ${joinCurrentPublication}
    join entry_publications p on p.entry_id = e.id
      and (p.number = held.number and ${isPublicationInForceSql} or p.number = upcoming.number)
    where e.id = ${entry.id}`);
  for (const { content } of rows)
    if (await hasDeletedGroup(tx, content))
      throw refuse.conflict(
        `This ${contentEntryNounOf(entry.kind)} was published to a group that no longer exists, so it can't be brought back. Create a new one instead.`,
        await contentEntrySingle(tx, { kind: entry.kind, entryId: entry.id }),
      );
}

/** Deletes an entry that was never published. @throws 404; 409 with the current entry if it has changed or was ever published */
export async function deleteContentEntry({ tx, audit }: WriteContext, input: ContentEntryVersion) {
  if (isLegalContentEntryKind(input.kind))
    throw refuse.conflict("This text can't be deleted: the app always needs a current version.");
  const entry = await lockContentEntry(tx, input);
  const [published] = await tx
    .select({ number: contentEntryPublications.number })
    .from(contentEntryPublications)
    .where(eq(contentEntryPublications.entryId, entry.id))
    .limit(1);
  if (published)
    throw refuse.conflict(
      `This ${contentEntryNounOf(input.kind)} was published, so its history is kept. Archive it instead.`,
      await contentEntrySingle(tx, input),
    );
  await tx.delete(contentEntries).where(eq(contentEntries.id, entry.id));
  audit({ record: contentEntryRecordRef(entry), before: { ...draftAuditFields(entry.draft), step: "draft deleted" } });
  return { id: entry.id };
}
