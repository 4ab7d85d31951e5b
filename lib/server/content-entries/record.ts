import "server-only";
import { eq } from "drizzle-orm";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { contentEntries } from "@/lib/server/db/schema/content-entries";

/** Database row of a content entry, such as an announcement, a slide or a legal text. */
export type ContentEntry = typeof contentEntries.$inferSelect;

/** Nouns for entries of each kind in error messages. */
const CONTENT_ENTRY_NOUNS: Record<ContentEntryKind, string> = {
  announcements: "announcement",
  slides: "slide",
  culture: "article",
  faq: "question",
  terms: "text",
  privacy: "text",
};
/** Returns the noun for an entry of this kind, for example “announcement”. */
export const contentEntryNounOf = (kind: ContentEntryKind) => CONTENT_ENTRY_NOUNS[kind];

/** Record types of entries in the audit trail, by kind. */
export const CONTENT_ENTRY_RECORD_TYPES = {
  announcements: "announcement",
  slides: "slide",
  culture: "article",
  faq: "faq_question",
  terms: "terms",
  privacy: "privacy_policy",
} as const satisfies Record<ContentEntryKind, string>;
/** Returns the reference to an entry for audit rows. */
export const contentEntryRecordRef = ({ id, title, kind }: Pick<ContentEntry, "id" | "title" | "kind">) => ({
  type: CONTENT_ENTRY_RECORD_TYPES[kind],
  id,
  name: title || `Untitled ${contentEntryNounOf(kind)}`,
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

type ContentEntryRef = { kind: ContentEntryKind; entryId: string };

/** Returns an entry. @throws 404, also if the entry is of another kind */
export async function readContentEntry(db: Queryable, { kind, entryId }: ContentEntryRef): Promise<ContentEntry> {
  const [found] = await db.select().from(contentEntries).where(eq(contentEntries.id, entryId));
  if (found?.kind !== kind) throw refuse.notFound(contentEntryNounOf(kind));
  return found;
}
