import "server-only";
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, id, splitAnyOf } from "@/lib/contract/common";
import type { promotion } from "@/lib/contract/promotion";
import { codeOf, isCode, type PromotionKind, type PromotionState } from "@/lib/contract/promotion.values";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { likePrefix } from "@/lib/server/lists/list";
import { promotionStateIs } from "./state";

export type PromotionListInput = InputOf<typeof promotion.list>;
export type PromotionFilters = Omit<PromotionListInput, "page" | "size" | "sort">;

/** Words that one search asks for. */
const WORDS = 8;

/** The promotions that are asked for; archived ones only where the state says so. */
export const promotionFilter = ({ state, ...others }: PromotionFilters): SQL | undefined =>
  and(
    state ? promotionStateIs(splitAnyOf<PromotionState>(state)) : ne(promotions.state, "archived"),
    promotionMatches(others),
  );

/** The same, whatever their state. */
export const promotionMatches = ({ kind, trigger, type, q }: Omit<PromotionFilters, "state">): SQL | undefined =>
  and(
    kind ? inArray(promotions.kind, splitAnyOf<PromotionKind>(kind)) : undefined,
    trigger ? eq(promotions.trigger, trigger) : undefined,
    type ? sql`${type} = any(${promotions.types})` : undefined,
    q?.trim() ? matching(q.trim()) : undefined,
  );

/** Signs that words stand between. */
const BETWEEN = `-–—_/.,:;!?()[]&+"'`;
const spaced = sql`' ' || translate(lower(${promotions.name}), ${BETWEEN}, ${" ".repeat([...BETWEEN].length)})`;

/** An id, a whole code, or words that begin some of the name. */
function matching(typed: string): SQL | undefined {
  const asId = id.safeParse(typed);
  if (asId.success) return eq(promotions.id, asId.data);
  const words = typed.toLowerCase().match(/[^\s\-–—_/.,:;!?()[\]&+"']+/gu) ?? [];
  const named = words.length
    ? and(...words.slice(0, WORDS).map((word) => sql`${spaced} like ${`% ${likePrefix(word)}`}`))
    : sql`false`;
  const code = codeOf(typed);
  if (!isCode(code)) return named;
  return or(
    named,
    sql`${promotions.id} = (select ${promotionCodes.promotionId} from ${promotionCodes} where ${promotionCodes.code} = ${code})`,
  );
}
