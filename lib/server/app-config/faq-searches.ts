import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { appConfigCalls } from "@/lib/contract/app-config";
import type { InputOf } from "@/lib/contract/common";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { fullName, type HandlerContext, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { foldWords } from "@/lib/server/base/fold-name";
import { liveContentEntries } from "@/lib/server/content-entries/live-content-entries";
import { publicList } from "@/lib/server/content-entries/public-lists";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { faqMisses, faqVotes } from "@/lib/server/db/schema/content-entries";
import { likePatternForPrefix, orderByClause, readPageOfTable, toPagedList } from "@/lib/server/lists/list";
import { toSearchWords } from "@/lib/server/lists/search-terms";

type MissListInput = InputOf<typeof appConfigCalls.faqMisses>;

/** Maximum number of stored searches without results. Above this number, the rarest and oldest searches are deleted. */
const MAX_MISSES = 5_000;
const HAS_TOO_MANY_MISSES = sql`(select count(*) from faq_misses) > ${MAX_MISSES}`;

/** Finds FAQ entries that contain every typed word. Counts searches without results, without the citizen's name. */
export async function searchFaq(
  { db, tx, audit }: WriteContext,
  { q, language = SOURCE_LANGUAGE }: { q: string; language?: string },
) {
  const words = toSearchWords(q);
  const { items } = await publicList(db, "faq", language);
  const hasAllWords = (text: string) => words.length > 0 && words.every((word) => text.includes(word));
  const hits = items.flatMap((item) => {
    const question = foldWords(item.question);
    return hasAllWords(`${question} ${foldWords(item.text)}`) ? [{ item, inQuestion: hasAllWords(question) }] : [];
  });
  hits.sort((a, b) => Number(b.inQuestion) - Number(a.inQuestion));
  const found = hits.map(({ item }) => item);
  const isMiss = found.length === 0 && words.length > 0;
  if (isMiss) await countMiss(tx, words.join(" ").slice(0, 200), language);
  audit({ record: null, after: { step: "FAQ searched", found: found.length } });
  return { items: found };
}

async function countMiss(tx: Transaction, query: string, language: string): Promise<void> {
  await tx
    .insert(faqMisses)
    .values({ id: uuid(), query, language })
    .onConflictDoUpdate({
      target: [faqMisses.language, faqMisses.query],
      set: { times: sql`${faqMisses.times} + 1`, lastAt: sql`now()` },
    });
  await tx.execute(sql`delete from faq_misses where ${HAS_TOO_MANY_MISSES} and id in
    (select id from faq_misses order by times, last_at limit 100)`);
}

/** Stores a citizen's vote; a later vote replaces it. @throws 404 for a question that is not published */
export async function voteFaq(
  { db, citizen, audit }: HandlerContext,
  { entryId, user_id, helpful }: { entryId: string; user_id: string; helpful: boolean },
) {
  const user = await citizen(user_id);
  const [liveEntry] = await liveContentEntries(db, "faq", entryId);
  if (!liveEntry) throw refuse.notFound("question");
  await db
    .insert(faqVotes)
    .values({ entryId, userId: user.id, helpful })
    .onConflictDoUpdate({ target: [faqVotes.entryId, faqVotes.userId], set: { helpful, at: sql`now()` } });
  const question = liveEntry.content.texts[SOURCE_LANGUAGE]?.question ?? "";
  // The audit row belongs to the citizen's record: on the question, thousands of rows would hide the admins' actions.
  audit({ record: { type: "user", id: user.id, name: fullName(user) }, after: { question, helpful } });
  return { helpful };
}

const SORT_COLUMNS = { times: [faqMisses.times], last_at: [faqMisses.lastAt] };

/** Lists searches without results, most frequent first by default. */
export async function listFaqSearchMisses(db: Queryable, input: MissListInput) {
  const q = input.q?.trim();
  const where = and(
    input.language ? eq(faqMisses.language, input.language) : undefined,
    q ? sql`${faqMisses.query} like ${`%${likePatternForPrefix(foldWords(q))}`}` : undefined,
  );
  const order = orderByClause(input.sort ?? "-times", SORT_COLUMNS, faqMisses.id);
  const { rows, count } = await readPageOfTable(db, faqMisses, input, { where, order });
  const items = rows.map(({ id, query, language, times, lastAt }) => ({
    id,
    query,
    language,
    times,
    last_at: lastAt.toISOString(),
  }));
  return toPagedList(input, items, count);
}

/** Deletes a search without results. @throws 404 */
export async function deleteFaqSearchMiss({ db, audit }: HandlerContext, missId: string) {
  const [deleted] = await db
    .delete(faqMisses)
    .where(inArray(faqMisses.id, [missId]))
    .returning();
  if (!deleted) throw refuse.notFound("search");
  audit({ record: null, before: { search: deleted.query, times: deleted.times } });
  return { id: deleted.id };
}
