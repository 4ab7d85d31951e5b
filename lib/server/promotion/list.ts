import "server-only";
import { and, isNotNull, isNull, sql } from "drizzle-orm";
import { splitChoiceList } from "@/lib/contract/common";
import type { PromotionState } from "@/lib/contract/promotion.values";
import type { Queryable } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { commonWords, type ListSection, readSearchResultPage } from "@/lib/server/lists/search-page";
import {
  PROMOTION_SEARCH_COLUMNS,
  type PromotionFilters,
  type PromotionListInput,
  promotionFilter,
  promotionFilterWithoutState,
} from "./filter";
import { promotionRows } from "./rows";
import { promotionStateIs } from "./state";

type SearchInput = PromotionListInput & PromotionFilters;

const SORT_COLUMNS = {
  name: [sql`lower(${promotions.name})`],
  starts_at: [promotions.startsAt],
  ends_at: [promotions.endsAt],
  spent: [promotions.spent],
  updated_at: [promotions.updatedAt],
};
const NULLABLE_SORTS = { starts_at: promotions.startsAt, ends_at: promotions.endsAt };
const orderBy = (sort: string) => orderByClause(sort, SORT_COLUMNS, promotions.id);

/** Default order of promotions: by state as listed here, then last changed first. */
const STATE_RANK: readonly PromotionState[] = ["active", "paused", "scheduled", "draft", "ended", "archived"];

function listSections({ sort, state, ...filters }: SearchInput): ListSection[] {
  if (!sort) {
    const states: readonly string[] = state ? splitChoiceList(state) : STATE_RANK.filter((each) => each !== "archived");
    const filter = promotionFilterWithoutState(filters);
    return STATE_RANK.filter((each) => states.includes(each)).map((each) => ({
      where: and(promotionStateIs([each]), filter),
      order: orderBy("-updated_at"),
    }));
  }
  const stateFilter = promotionFilter({ state, ...filters });
  const column = sort.endsWith("starts_at") || sort.endsWith("ends_at") ? NULLABLE_SORTS[nullableSortOf(sort)] : null;
  if (!column) return [{ where: stateFilter, order: orderBy(sort) }];
  // Promotions without a start or end, by which the list is sorted, are last in both directions.
  return [
    { where: and(stateFilter, isNotNull(column)), order: orderBy(sort) },
    { where: and(stateFilter, isNull(column)), order: sql`${promotions.id} desc` },
  ];
}
const nullableSortOf = (sort: string) => (sort.endsWith("starts_at") ? "starts_at" : "ends_at");

/** Lists promotions, by default active ones first; amounts in kobo. */
export async function listPromotions(db: Queryable, listInput: PromotionListInput) {
  const input = { ...listInput, common: await commonWords(db, listInput.q, PROMOTION_SEARCH_COLUMNS) };
  const found = input.q?.trim() ? await searchPromotions(db, input) : undefined;
  const items = await promotionRows(db, found?.ids ?? (await readPageIds(db, input)));
  const count = found ? toCappedTotal(found.count) : await countUpToCap(db, promotions, promotionFilter(input));
  return toPagedList(input, items, count);
}

/** Runs the text search once, for both the count and the page. The list's sections then need not repeat its filters. */
function searchPromotions(db: Queryable, { page, size, sort, state, ...filters }: SearchInput) {
  const order = listSections({ page, size, sort, state });
  const columns = sql`name, state, starts_at, ends_at, spent, updated_at`;
  return readSearchResultPage(db, promotions, {
    where: promotionFilter({ state, ...filters }),
    order,
    columns,
    page,
    size,
  });
}

/** Reads the promotion ids of a page, which may span several sections of the list. */
async function readPageIds(db: Queryable, input: SearchInput) {
  const { page, size } = input;
  const ids: string[] = [];
  let skip = page * size;
  for (const { where, order } of listSections(input)) {
    const part = await db
      .select({ id: promotions.id })
      .from(promotions)
      .where(where)
      .orderBy(order)
      .limit(size - ids.length)
      .offset(skip);
    ids.push(...part.map(({ id }) => id));
    if (ids.length === size) break;
    // The page starts after this section, so subtracts the section's size from the number of rows to skip.
    skip = part.length || skip === 0 ? 0 : Math.max(0, skip - (await countUpToCap(db, promotions, where, skip)).total);
  }
  return ids;
}
