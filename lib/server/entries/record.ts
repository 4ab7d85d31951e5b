import "server-only";
import { eq } from "drizzle-orm";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { AnyDraft } from "@/lib/contract/entries-drafts";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { entries } from "@/lib/server/db/schema/entries";

/** Database row of a published-content entry, such as an announcement, a slide or a legal text. */
export type Entry = typeof entries.$inferSelect;

/** Nouns for entries of each kind in error messages. */
const ENTRY_NOUNS: Record<EntryKind, string> = {
  announcements: "announcement",
  slides: "slide",
  culture: "article",
  faq: "question",
  terms: "text",
  privacy: "text",
};
/** Returns the noun for an entry of this kind, for example “announcement”. */
export const entryNounOf = (kind: EntryKind) => ENTRY_NOUNS[kind];

/** Record types of entries in the audit trail, by kind. */
export const ENTRY_RECORD_TYPES = {
  announcements: "announcement",
  slides: "slide",
  culture: "article",
  faq: "faq_question",
  terms: "terms",
  privacy: "privacy_policy",
} as const satisfies Record<EntryKind, string>;
/** Returns the reference to an entry for audit rows. */
export const entryRecordRef = ({ id, title, kind }: Pick<Entry, "id" | "title" | "kind">) => ({
  type: ENTRY_RECORD_TYPES[kind],
  id,
  name: title || `Untitled ${entryNounOf(kind)}`,
});

/** Returns a draft's title in the source language, or "". */
export function titleOf(draft: AnyDraft): string {
  const { en } = draft.texts;
  if (!en) return "";
  return ("question" in en ? en.question : en.title).trim();
}

/** Returns a draft's values for the columns by which lists sort and filter entries. */
export const draftColumns = (draft: AnyDraft) => ({
  draft,
  title: titleOf(draft),
  faqGroup: "group" in draft ? draft.group.trim() : "",
  lga: "lga" in draft ? draft.lga : null,
});

type EntryRef = { kind: EntryKind; entryId: string };

/** Returns an entry. @throws 404, also if the entry is of another kind */
export async function readEntry(db: Queryable, { kind, entryId }: EntryRef): Promise<Entry> {
  const [found] = await db.select().from(entries).where(eq(entries.id, entryId));
  if (found?.kind !== kind) throw refuse.notFound(entryNounOf(kind));
  return found;
}
