import "server-only";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type ContentEntryKind, isLegalContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { DRAFT_SCHEMAS } from "@/lib/contract/content-entries-drafts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { refuseUnknownIds } from "./check-references";
import { draftAuditFields, draftChanges } from "./draft-changes";
import { lockContentEntry, refuseArchived } from "./lock-content-entry";
import { contentEntryRecordRef, draftColumns } from "./record";
import { contentEntrySingle } from "./single";

/** Parses a draft by the schema of its kind. The contract has validated it already. */
const parseDraft = (kind: ContentEntryKind, draft: unknown): AnyDraft => DRAFT_SCHEMAS[kind].parse(draft);

/** Creates a draft, ordered last. @throws 409 for legal texts, which always exist; 400 for missing pictures, groups or languages */
export async function createContentEntry(
  { tx, admin, audit }: WriteContext,
  input: { kind: ContentEntryKind; draft: unknown },
) {
  const { kind } = input;
  if (isLegalContentEntryKind(kind))
    throw refuse.conflict("There is one text of this kind already. Change its draft instead.");
  const draft = parseDraft(kind, input.draft);
  await refuseUnknownIds(tx, draft);
  const nextPosition = sql<number>`coalesce((select max(position) + 1 from entries where kind = ${kind}), 0)`;
  const [created] = await tx
    .insert(contentEntries)
    .values({ id: uuid(), kind, ...draftColumns(draft), position: nextPosition, updatedBy: admin.id })
    .returning();
  if (!created) throw new Error("The entry was not inserted.");
  audit({ record: contentEntryRecordRef(created), after: draftAuditFields(draft) });
  return contentEntrySingle(tx, { kind, entryId: created.id });
}

/** Saves a draft. @throws 404; 409 with the current content entry if it has changed or is archived; 400 for missing pictures, groups or languages */
export async function saveContentEntry(
  { tx, admin, audit }: WriteContext,
  input: { kind: ContentEntryKind; entryId: string; version: number; draft: unknown },
) {
  const entry = await lockContentEntry(tx, input);
  refuseArchived(entry);
  const draft = parseDraft(input.kind, input.draft);
  await refuseUnknownIds(tx, draft);
  const saved = await updateVersionedRecord(tx, contentEntries, entry.id, {
    ...draftColumns(draft),
    updatedAt: sql`now()`,
    updatedBy: admin.id,
  });
  audit({ record: contentEntryRecordRef(saved), ...draftChanges(entry.draft, draft) });
  return contentEntrySingle(tx, input);
}
