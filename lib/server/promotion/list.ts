import "server-only";
import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { splitAnyOf } from "@/lib/contract/common";
import type { PromotionState } from "@/lib/contract/promotion.values";
import type { Queryable } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { answerOf, cappedCount, orderOf } from "@/lib/server/lists/list";
import { type PromotionListInput, promotionFilter, promotionMatches } from "./filter";
import { promotionRows } from "./rows";
import { promotionStateIs } from "./state";

/** Part of a list that one index returns in the right order. */
type Stretch = { where: SQL | undefined; order: SQL };

const COLUMNS = {
  name: [sql`lower(${promotions.name})`],
  starts_at: [promotions.startsAt],
  ends_at: [promotions.endsAt],
  spent: [promotions.spent],
  updated_at: [promotions.updatedAt],
};
const NULLABLE = { starts_at: promotions.startsAt, ends_at: promotions.endsAt };
const by = (sort: string) => orderOf(sort, COLUMNS, promotions.id);

/** Default order: by state as listed here, then last changed first. */
const BY_STATE: readonly PromotionState[] = ["active", "paused", "scheduled", "draft", "ended", "archived"];

function stretchesOf({ sort, state, ...filters }: PromotionListInput): Stretch[] {
  if (!sort) {
    const asked: readonly string[] = state ? splitAnyOf(state) : BY_STATE.filter((each) => each !== "archived");
    const matches = promotionMatches(filters);
    return BY_STATE.filter((each) => asked.includes(each)).map((each) => ({
      where: and(promotionStateIs([each]), matches),
      order: by("-updated_at"),
    }));
  }
  const fitting = promotionFilter({ state, ...filters });
  const column = sort.endsWith("starts_at") || sort.endsWith("ends_at") ? NULLABLE[nameOf(sort)] : null;
  if (!column) return [{ where: fitting, order: by(sort) }];
  // Promotions without this date are last in both directions.
  return [
    { where: and(fitting, isNotNull(column)), order: by(sort) },
    { where: and(fitting, isNull(column)), order: sql`${promotions.id} desc` },
  ];
}
const nameOf = (sort: string) => (sort.endsWith("starts_at") ? "starts_at" : "ends_at");

/** Lists promotions, by default active ones first; amounts in kobo. */
export async function listPromotions(db: Queryable, input: PromotionListInput) {
  const items = await promotionRows(db, await pageOf(db, input));
  return answerOf(input, items, await cappedCount(db, promotions, promotionFilter(input)));
}

/** Reads the ids of a page. A page may span several parts of the list. */
async function pageOf(db: Queryable, input: PromotionListInput) {
  const { page, size } = input;
  const ids: string[] = [];
  let skip = page * size;
  for (const { where, order } of stretchesOf(input)) {
    const found = await db
      .select({ id: promotions.id })
      .from(promotions)
      .where(where)
      .orderBy(order)
      .limit(size - ids.length)
      .offset(skip);
    ids.push(...found.map(({ id }) => id));
    if (ids.length === size) break;
    // The page starts after this part: subtracts the size of the part from the rows to skip.
    skip = found.length || skip === 0 ? 0 : Math.max(0, skip - (await cappedCount(db, promotions, where, skip)).total);
  }
  return ids;
}
