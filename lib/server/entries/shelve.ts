import "server-only";
import { eq, sql } from "drizzle-orm";
import { type EntryKind, isLegal } from "@/lib/contract/entries.values";
import type { HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { entries, entryPublications } from "@/lib/server/db/schema/entries";
import { refuse } from "@/lib/server/errors";
import { holdEntry } from "./hold";
import { entryRecord, oneOf } from "./record";
import { entrySingle } from "./single";
import { refuseTooManySlides } from "./slides-live";
import { draftWords } from "./trail";

type One = { kind: EntryKind; entryId: string; version: number };

/**
 * Archives an entry, so that citizens see it no more, or brings it back: then what was published goes on as its times say.
 * @throws 404; 409 with the fresh record when it changed since, for a legal text, when it is there already, or when too
 * many slides would be live
 */
export async function archiveEntry({ db, audit }: HandlerContext, input: One & { archived: boolean }) {
  const tx = db as Transaction;
  if (isLegal(input.kind)) throw refuse.conflict("This text can't be archived: the app always shows what holds.");
  const entry = await holdEntry(tx, input);
  const isArchived = entry.archivedAt !== null;
  if (isArchived === input.archived)
    throw refuse.conflict(
      `This ${oneOf(input.kind)} is ${isArchived ? "archived already" : "not archived"}.`,
      await entrySingle(tx, input),
    );
  await tx
    .update(entries)
    .set({ archivedAt: input.archived ? sql`now()` : null, version: sql`${entries.version} + 1` })
    .where(eq(entries.id, entry.id));
  if (entry.kind === "slides") await refuseTooManySlides(tx, entry.id);
  audit({ record: entryRecord(entry), before: { archived: isArchived }, after: { archived: input.archived } });
  return entrySingle(tx, input);
}

/** @throws 404; 409 with the fresh record when it changed since, or was ever published */
export async function deleteEntry({ db, audit }: HandlerContext, input: One) {
  const tx = db as Transaction;
  if (isLegal(input.kind)) throw refuse.conflict("This text can't be deleted: the app always shows what holds.");
  const entry = await holdEntry(tx, input);
  const [published] = await tx
    .select({ number: entryPublications.number })
    .from(entryPublications)
    .where(eq(entryPublications.entryId, entry.id))
    .limit(1);
  if (published)
    throw refuse.conflict(
      `This ${oneOf(input.kind)} was published, so it stays on record. Archive it instead.`,
      await entrySingle(tx, input),
    );
  await tx.delete(entries).where(eq(entries.id, entry.id));
  audit({ record: entryRecord(entry), before: { ...draftWords(entry.draft), step: "draft deleted" } });
  return { id: entry.id };
}
