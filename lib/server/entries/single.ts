import "server-only";
import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { EntrySingle, PublicationRow } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { entryPublications } from "@/lib/server/db/schema/entries";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { missingFieldsOf } from "./missing-fields";
import { ENTRY_RECORD_TYPES, readEntry } from "./record";
import { entryRows } from "./rows";

const withdrawingAdmins = alias(admins, "withdrawers");
const MAX_TIMELINE = 50;

/** Returns an entry as its page shows it. @throws 404, also for an entry of another kind */
export async function entrySingle(db: Queryable, ref: { kind: EntryKind; entryId: string }): Promise<EntrySingle> {
  const entry = await readEntry(db, ref);
  const [row] = await entryRows(db, sql`${entry.id}::uuid`, sql`e.id`);
  if (!row) throw new Error(`Entry ${entry.id} vanished.`);
  return {
    ...row,
    draft: entry.draft,
    publications: await publicationsOf(db, entry.id),
    missing: missingFieldsOf(entry.kind, entry.draft),
    timeline: (await readRecordTimeline(db, ENTRY_RECORD_TYPES[entry.kind], entry.id)).slice(0, MAX_TIMELINE),
  };
}

/** Excludes the content, which may be long. The page loads the content of one version at a time (restore-publication.ts). */
const { content: _, ...withoutContent } = getTableColumns(entryPublications);
/** Selects publications without their content, with the admins who published and withdrew them. */
export const selectPublications = (db: Queryable) =>
  db
    .select({ publication: withoutContent, publisher: admins, withdrawer: withdrawingAdmins })
    .from(entryPublications)
    .innerJoin(admins, eq(admins.id, entryPublications.publishedBy))
    .leftJoin(withdrawingAdmins, eq(withdrawingAdmins.id, entryPublications.withdrawnBy))
    .$dynamic();

async function publicationsOf(db: Queryable, entryId: string): Promise<PublicationRow[]> {
  const rows = await selectPublications(db)
    .where(eq(entryPublications.entryId, entryId))
    .orderBy(desc(entryPublications.number));
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
