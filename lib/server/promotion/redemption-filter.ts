import "server-only";
import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { promotion as contract } from "@/lib/contract/promotion";
import { codeOf, isCode, type RedemptionState } from "@/lib/contract/promotion.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { promotionRedemptions as redemptions } from "@/lib/server/db/schema/promotion";
import { users } from "@/lib/server/db/schema/user";
import { userNamed } from "@/lib/server/user/match-name";

export type RedemptionListInput = InputOf<typeof contract.redemptions>;
export type RedemptionFilters = Omit<RedemptionListInput, "page" | "size" | "sort">;

export function redemptionFilter(input: RedemptionFilters): SQL | undefined {
  return and(
    input.promotion ? eq(redemptions.promotionId, input.promotion) : undefined,
    input.user ? eq(redemptions.userId, input.user) : undefined,
    input.transaction ? eq(redemptions.transactionId, input.transaction) : undefined,
    input.state ? inArray(redemptions.state, splitAnyOf<RedemptionState>(input.state)) : undefined,
    input.from ? gte(redemptions.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(redemptions.createdAt, endOfDay(input.to)) : undefined,
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
}

const REFERENCE = /^TRX-/i;

/**
 * Paste anything: the reference of a payment, a promotion's code, or the user's email or phone number; else every word begins a
 * name of the user. A word that reads like a code may be a name as well.
 */
function matching(typed: string): SQL | undefined {
  if (REFERENCE.test(typed))
    return sql`${redemptions.transactionId} = (select id from transactions where reference = ${typed.toUpperCase()})`;
  const ofUser = sql`${redemptions.userId} in (select ${users.id} from ${users} where ${userNamed(typed)})`;
  const code = codeOf(typed);
  if (!isCode(code)) return ofUser;
  const ofCode = sql`(${redemptions.promotionId} = (select c.promotion_id from promotion_codes c where c.code = ${code})
    and ${redemptions.code} = ${code})`;
  return sql`(${ofCode} or ${ofUser})`;
}
