import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import { type ContentEntryKind, MANUALLY_ORDERED_KINDS } from "@/lib/contract/content-entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { reorderRows } from "@/lib/server/lists/reorder";

/**
 * Saves the order of all content entries of a kind that are not archived.
 * @throws 400 for a kind without a manual order; 409 with the current ids if entries were added or removed
 */
export async function saveContentEntryOrder(
  { tx, audit }: WriteContext,
  { kind, ids }: { kind: ContentEntryKind; ids: string[] },
) {
  if (!(MANUALLY_ORDERED_KINDS as readonly string[]).includes(kind))
    throw refuse.badInput("Only slides and questions have an order of their own. The others come newest first.");
  const all = await tx
    .select({ id: contentEntries.id, title: contentEntries.title })
    .from(contentEntries)
    .where(and(eq(contentEntries.kind, kind), isNull(contentEntries.archivedAt)))
    .orderBy(asc(contentEntries.position), asc(contentEntries.id))
    .for("no key update");
  const order = await reorderRows(tx, contentEntries, ids, {
    nouns: "entries",
    all: all.map(({ id, title }) => ({ id, name: title || "Untitled" })),
    current: async () => ({ ids: all.map(({ id }) => id) }),
  });
  audit({ record: null, before: { kind, order: order.before }, after: { kind, order: order.after } });
  return { ids };
}
