import "server-only";
import { eq } from "drizzle-orm";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { type ContentEntry, contentEntryNounOf } from "./record";
import { contentEntrySingle } from "./single";

type ContentEntryVersion = { kind: ContentEntryKind; entryId: string; version: number };

/**
 * Locks a content entry until the transaction ends, and returns it. Other requests to save, publish or archive the entry wait.
 * @throws 404; 409 with the current entry if it has changed
 */
export async function lockContentEntry(
  tx: Transaction,
  { kind, entryId, version }: ContentEntryVersion,
): Promise<ContentEntry> {
  const [found] = await tx.select().from(contentEntries).where(eq(contentEntries.id, entryId)).for("update");
  if (found?.kind !== kind) throw refuse.notFound(contentEntryNounOf(kind));
  await rejectStaleVersion(contentEntryNounOf(kind), found, version, () => contentEntrySingle(tx, { kind, entryId }));
  return found;
}

/** Refuses changes of an archived entry. @throws 409 */
export function refuseArchived(entry: ContentEntry): void {
  if (entry.archivedAt)
    throw refuse.conflict(`This ${contentEntryNounOf(entry.kind)} is archived. Bring it back from the archive first.`);
}
