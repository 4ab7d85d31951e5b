import "server-only";
import { eq } from "drizzle-orm";
import type { EntryKind } from "@/lib/contract/entries.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { entries } from "@/lib/server/db/schema/entries";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { type Entry, entryNounOf } from "./record";
import { entrySingle } from "./single";

type EntryVersion = { kind: EntryKind; entryId: string; version: number };

/**
 * Locks an entry until the transaction ends, and returns it. Other requests to save, publish or archive the entry wait.
 * @throws 404; 409 with the current entry if it has changed
 */
export async function lockEntry(tx: Transaction, { kind, entryId, version }: EntryVersion): Promise<Entry> {
  const [found] = await tx.select().from(entries).where(eq(entries.id, entryId)).for("update");
  if (found?.kind !== kind) throw refuse.notFound(entryNounOf(kind));
  await rejectStaleVersion(entryNounOf(kind), found, version, () => entrySingle(tx, { kind, entryId }));
  return found;
}

/** Refuses changes of an archived entry. @throws 409 */
export function refuseArchived(entry: Entry): void {
  if (entry.archivedAt)
    throw refuse.conflict(`This ${entryNounOf(entry.kind)} is archived. Bring it back from the archive first.`);
}
