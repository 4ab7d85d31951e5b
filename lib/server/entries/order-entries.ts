import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import { type EntryKind, MANUALLY_ORDERED_KINDS } from "@/lib/contract/entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { entries } from "@/lib/server/db/schema/entries";
import { reorderRows } from "@/lib/server/lists/reorder";

/**
 * Saves the order of all entries of a kind that are not archived.
 * @throws 400 for a kind without a manual order; 409 with the current ids if entries were added or removed
 */
export async function saveEntryOrder({ tx, audit }: WriteContext, { kind, ids }: { kind: EntryKind; ids: string[] }) {
  if (!(MANUALLY_ORDERED_KINDS as readonly string[]).includes(kind))
    throw refuse.badInput("Only slides and questions have an order of their own. The others come newest first.");
  const all = await tx
    .select({ id: entries.id, title: entries.title })
    .from(entries)
    .where(and(eq(entries.kind, kind), isNull(entries.archivedAt)))
    .orderBy(asc(entries.position), asc(entries.id))
    .for("no key update");
  const order = await reorderRows(tx, entries, ids, {
    nouns: "entries",
    all: all.map(({ id, title }) => ({ id, name: title || "Untitled" })),
    current: async () => ({ ids: all.map(({ id }) => id) }),
  });
  audit({ record: null, before: { kind, order: order.before }, after: { kind, order: order.after } });
  return { ids };
}
