import "server-only";
import { type ContentEntryKind, type LegalKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { articleRow, type ContentEntryForApp, contentEntryForApp, readPicturesOf } from "./content-entry-for-app";
import {
  currentAndNextLegalText,
  type LiveContentEntry,
  liveArticles,
  liveContentEntries,
  nextScheduledChangeAt,
} from "./live-content-entries";
import { picturesOf } from "./read-pictures";

const contentsOf = (live: readonly LiveContentEntry[]) => live.map(({ content }) => content);

/** Returns true if a content entry is not limited to groups. */
export const isForEverybody = ({ content }: LiveContentEntry) =>
  !("audience" in content) || content.audience === "everybody";

/** Lists the live public entries of a kind. */
export async function publicList<K extends ContentEntryKind>(db: Queryable, kind: K, language = SOURCE_LANGUAGE) {
  const next_change_at = await nextScheduledChangeAt(db, kind, { forEverybody: true });
  const live = (await liveContentEntries(db, kind)).filter(isForEverybody);
  const pictures = await readPicturesOf(db, contentsOf(live));
  const items: ContentEntryForApp[K][] = live.map((each) => contentEntryForApp(kind, each, language, pictures));
  return { items, language, next_change_at };
}

const ARTICLES_PER_PAGE = 50;
type ArticleFilters = { language?: string; lga?: string; tag?: string; page: number };

/** Returns a page of live articles without their texts. */
export async function publicArticles(db: Queryable, { language = SOURCE_LANGUAGE, lga, tag, page }: ArticleFilters) {
  const next_change_at = await nextScheduledChangeAt(db, "culture");
  const paging = { offset: page * ARTICLES_PER_PAGE, limit: ARTICLES_PER_PAGE };
  const { items: live, total } = await liveArticles(db, { language, lga, tag, ...paging });
  const covers = live.flatMap(({ content }) => content.cover_id ?? []);
  const pictures = await picturesOf(db, [...new Set(covers)]);
  return { items: live.map((each) => articleRow(each, language, pictures)), language, total, next_change_at };
}

/** Returns a live article with its text. @throws 404 */
export async function publicArticle(
  db: Queryable,
  { entryId, language = SOURCE_LANGUAGE }: { entryId: string; language?: string },
) {
  const next_change_at = await nextScheduledChangeAt(db, "culture");
  const [live] = await liveContentEntries(db, "culture", entryId);
  if (!live) throw refuse.notFound("article");
  const pictures = await readPicturesOf(db, [live.content]);
  return { ...contentEntryForApp("culture", live, language, pictures), next_change_at };
}

/** Returns the current version of a legal text and its next scheduled version. */
export async function publicLegal(db: Queryable, kind: LegalKind, language = SOURCE_LANGUAGE) {
  const next_change_at = await nextScheduledChangeAt(db, kind);
  const { current, next } = await currentAndNextLegalText(db, kind);
  const pictures = await readPicturesOf(
    db,
    [current, next].flatMap((version) => (version ? [version.content] : [])),
  );
  const toPublic = (version: LiveContentEntry<LegalKind> | null) =>
    version && contentEntryForApp(kind, version, language, pictures);
  return { current: toPublic(current), next: toPublic(next), next_change_at };
}
