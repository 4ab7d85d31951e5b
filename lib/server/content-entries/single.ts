import "server-only";
import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ContentEntryDetails, PublicationRow } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { missingFieldsOf } from "./missing-fields";
import { CONTENT_ENTRY_RECORD_TYPES, readContentEntry } from "./record";
import { contentEntryRows } from "./rows";

const withdrawingAdmins = alias(admins, "withdrawers");
const MAX_TIMELINE = 50;

/** Returns a content entry as its page shows it. @throws 404, also for an entry of another kind */
export async function contentEntrySingle(
  db: Queryable,
  ref: { kind: ContentEntryKind; entryId: string },
): Promise<ContentEntryDetails> {
  const entry = await readContentEntry(db, ref);
  const [row] = await contentEntryRows(db, sql`${entry.id}::uuid`, sql`e.id`);
  if (!row) throw new Error(`Entry ${entry.id} vanished.`);
  return {
    ...row,
    draft: entry.draft,
    publications: await publicationsOf(db, entry.id),
    missing: missingFieldsOf(entry.kind, entry.draft),
    timeline: (await readRecordTimeline(db, CONTENT_ENTRY_RECORD_TYPES[entry.kind], entry.id)).slice(0, MAX_TIMELINE),
  };
}

/** Excludes the content, which may be long. The page loads the content of one version at a time (restore-publication.ts). */
const { content: _, ...withoutContent } = getTableColumns(contentEntryPublications);
/** Selects publications without their content, with the admins who published and withdrew them. */
export const selectPublications = (db: Queryable) =>
  db
    .select({ publication: withoutContent, publisher: admins, withdrawer: withdrawingAdmins })
    .from(contentEntryPublications)
    .innerJoin(admins, eq(admins.id, contentEntryPublications.publishedBy))
    .leftJoin(withdrawingAdmins, eq(withdrawingAdmins.id, contentEntryPublications.withdrawnBy))
    .$dynamic();

async function publicationsOf(db: Queryable, entryId: string): Promise<PublicationRow[]> {
  const rows = await selectPublications(db)
    .where(eq(contentEntryPublications.entryId, entryId))
    .orderBy(desc(contentEntryPublications.number));
  return rows.map(toPublication);
}

/** Converts a selected publication to the format of the API. */
export const toPublication = ({
  publication,
  publisher,
  withdrawer,
}: Awaited<ReturnType<typeof selectPublications>>[number]): PublicationRow => ({
  number: publication.number,
  title: publication.title,
  from: publication.from.toISOString(),
  until: publication.until?.toISOString() ?? null,
  must_accept: publication.mustAccept,
  published_at: publication.publishedAt.toISOString(),
  published_by: toAdminRef(publisher),
  withdrawn_at: publication.withdrawnAt?.toISOString() ?? null,
  withdrawn_by: withdrawer && toAdminRef(withdrawer),
});
