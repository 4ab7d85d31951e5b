import "server-only";
import { eq } from "drizzle-orm";
import type { EntryKind } from "@/lib/contract/entries.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { entries } from "@/lib/server/db/schema/entries";
import { refuseChanged } from "@/lib/server/records/version";
import { type Entry, oneOf } from "./record";
import { entrySingle } from "./single";

type Held = { kind: EntryKind; entryId: string; version: number };

/**
 * An entry that is held until the transaction ends: of two admins who save, publish or archive one, the second waits.
 * @throws 404; 409 with the fresh record when it changed since
 */
export async function holdEntry(tx: Transaction, { kind, entryId, version }: Held): Promise<Entry> {
  const [found] = await tx.select().from(entries).where(eq(entries.id, entryId)).for("update");
  if (found?.kind !== kind) throw refuse.notFound(oneOf(kind));
  await refuseChanged(oneOf(kind), found, version, () => entrySingle(tx, { kind, entryId }));
  return found;
}

/** @throws 409 for what is in the archive */
export function refuseArchived(entry: Entry): void {
  if (entry.archivedAt)
    throw refuse.conflict(`This ${oneOf(entry.kind)} is archived. Bring it back from the archive first.`);
}
