import "server-only";
import { and, eq, gt, like, type SQL } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import { normalisePromotionCode } from "@/lib/contract/promotion.values";
import type { promotionCodeCalls as contract } from "@/lib/contract/promotion-codes";
import { routes } from "@/lib/contract/routes";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { numberCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { countUpToCap, likePatternForPrefix, orderByClause, toPagedList } from "@/lib/server/lists/list";

type CodeListInput = InputOf<typeof contract.codes>;
type CodeFilters = Omit<CodeListInput, "page" | "size" | "sort">;

const SORT_COLUMNS = { code: [promotionCodes.code], uses: [promotionCodes.uses] };

/** Returns the SQL condition of the code list's filters. @param q beginning of the searched code */
const codeFilter = ({ promotionId, used, q }: CodeFilters): SQL | undefined =>
  and(
    eq(promotionCodes.promotionId, promotionId),
    used === "yes" ? gt(promotionCodes.uses, 0) : undefined,
    used === "no" ? eq(promotionCodes.uses, 0) : undefined,
    q?.trim()
      ? like(promotionCodes.code, likePatternForPrefix(normalisePromotionCode(cleanPastedValue(q))))
      : undefined,
  );

/** Lists the codes of a promotion with their uses, by default alphabetically. @throws 404 */
export async function listPromotionCodes(db: Queryable, input: CodeListInput) {
  await requirePromotion(db, input);
  const where = codeFilter(input);
  const items = await db
    .select({ code: promotionCodes.code, uses: promotionCodes.uses })
    .from(promotionCodes)
    .where(where)
    .orderBy(orderByClause(input.sort ?? "code", SORT_COLUMNS, promotionCodes.code))
    .limit(input.size)
    .offset(input.page * input.size);
  return toPagedList(input, items, await countUpToCap(db, promotionCodes, where));
}

/** Returns the input if its promotion exists. @throws 404 if it does not */
export async function requirePromotion<T extends { promotionId: string }>(db: Queryable, input: T): Promise<T> {
  const [found] = await db.select({ id: promotions.id }).from(promotions).where(eq(promotions.id, input.promotionId));
  if (!found) throw refuse.notFound("promotion");
  return input;
}

/** Export of a promotion's codes, oldest first. */
export const codeExport: ExportList = {
  route: routes.promotion.exportCodes,
  table: promotionCodes,
  key: { at: promotionCodes.createdAt, id: promotionCodes.code, direction: "asc" },
  columns: [
    ["Code", textCell(promotionCodes.code)],
    ["Uses", numberCell(promotionCodes.uses)],
    ["Added (Lagos)", timeCell(promotionCodes.createdAt)],
  ],
  filter: (filter) => codeFilter(filter as CodeFilters),
};
