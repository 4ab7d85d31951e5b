import "server-only";
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { promotionCalls } from "@/lib/contract/promotion";
import {
  isPromotionCode,
  normalisePromotionCode,
  type PromotionKind,
  type PromotionState,
} from "@/lib/contract/promotion.values";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { rareWordsFirstCondition } from "@/lib/server/lists/search-page";
import { hasNameWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { promotionStateIs } from "./state";

/** Filters, sort order and page of the promotion list. */
export type PromotionListInput = InputOf<typeof promotionCalls.list>;
/** Filters of the promotion list. `common`: words of the search text that occur in the names of many promotions (`commonWords`). */
export type PromotionFilters = Omit<PromotionListInput, "page" | "size" | "sort"> & { common?: ReadonlySet<string> };

/** Columns that the text search of the promotion list uses. */
export const PROMOTION_SEARCH_COLUMNS = { table: promotions, id: promotions.id, words: promotions.words };

/** Returns the SQL condition of the promotion list's filters. Includes archived promotions only if `state` names them. */
export const promotionFilter = ({ state, ...otherFilters }: PromotionFilters): SQL | undefined =>
  and(
    state ? promotionStateIs(splitChoiceList<PromotionState>(state)) : ne(promotions.state, "archived"),
    promotionFilterWithoutState(otherFilters),
  );

/** Returns the SQL condition of the promotion list's filters except the filter by state; undefined without any. */
export const promotionFilterWithoutState = ({
  kind,
  trigger,
  type,
  q,
  common,
}: Omit<PromotionFilters, "state">): SQL | undefined =>
  and(
    kind ? inArray(promotions.kind, splitChoiceList<PromotionKind>(kind)) : undefined,
    trigger ? eq(promotions.trigger, trigger) : undefined,
    type ? sql`${type} = any(${promotions.types})` : undefined,
    q?.trim() ? searchCondition(q.trim(), common) : undefined,
  );

/** Matches a promotion's id, a complete code, or beginnings of words in the name. */
function searchCondition(searchText: string, common?: ReadonlySet<string>): SQL | undefined {
  const { id, value } = parseSearchText(searchText);
  if (id) return eq(promotions.id, id);
  const isNamed = common
    ? hasNameWords(promotions.words, searchText, common)
    : rareWordsFirstCondition(searchText, PROMOTION_SEARCH_COLUMNS);
  const code = normalisePromotionCode(value);
  if (!isPromotionCode(code)) return isNamed;
  return or(
    isNamed,
    sql`${promotions.id} = (select ${promotionCodes.promotionId} from ${promotionCodes} where ${promotionCodes.code} = ${code})`,
  );
}
