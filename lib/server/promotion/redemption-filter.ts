import "server-only";
import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { promotionCalls as contract } from "@/lib/contract/promotion";
import { isPromotionCode, normalisePromotionCode, type RedemptionState } from "@/lib/contract/promotion.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { promotionRedemptions as redemptions } from "@/lib/server/db/schema/promotion";
import { hasArrivedBy } from "@/lib/server/lists/list-window";
import { parseSearchText } from "@/lib/server/lists/search-terms";
import { ownerMatchesSearch, type WithCommonWords } from "@/lib/server/user/match-name";

/** Filters, sort order and page of the redemption list. */
export type RedemptionListInput = InputOf<typeof contract.redemptions>;
/** Filters of the redemption list. */
export type RedemptionFilters = Omit<RedemptionListInput, "page" | "size" | "sort"> & WithCommonWords;

/** Returns the SQL condition of the redemption list's filters; undefined without any. */
export function redemptionFilter(input: RedemptionFilters): SQL | undefined {
  return and(
    input.promotion ? eq(redemptions.promotionId, input.promotion) : undefined,
    input.user ? eq(redemptions.userId, input.user) : undefined,
    input.transaction ? eq(redemptions.transactionId, input.transaction) : undefined,
    input.state ? inArray(redemptions.state, splitChoiceList<RedemptionState>(input.state)) : undefined,
    hasArrivedBy(redemptions.createdAt, input.until),
    input.from ? gte(redemptions.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(redemptions.createdAt, endOfDay(input.to)) : undefined,
    input.q?.trim() ? searchCondition(input.q.trim(), input.common) : undefined,
  );
}

/**
 * Matches a payment's reference, a promotion's code, or the user by email, phone number or beginnings of names. A word that looks like a
 * code is also searched as a name.
 */
function searchCondition(searchText: string, commonWords?: ReadonlySet<string>): SQL | undefined {
  const { references, value } = parseSearchText(searchText, "TRX");
  if (references)
    return sql`${redemptions.transactionId} = (select id from transactions where reference = ${references[0]})`;
  const ofNamedUser = ownerMatchesSearch(redemptions.userId, searchText, commonWords);
  const code = normalisePromotionCode(value);
  if (!isPromotionCode(code)) return ofNamedUser;
  const ofCode = sql`(${redemptions.promotionId} = (select c.promotion_id from promotion_codes c where c.code = ${code})
    and ${redemptions.code} = ${code})`;
  return sql`(${ofCode} or ${ofNamedUser})`;
}
