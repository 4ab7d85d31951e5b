import "server-only";
import { inArray } from "drizzle-orm";
import {
  isPromotionCode,
  MAX_PROMOTION_CODE_LENGTH,
  MIN_PROMOTION_CODE_LENGTH,
  normalisePromotionCode,
} from "@/lib/contract/promotion.values";
import type { PromotionCodeResult } from "@/lib/contract/promotion-codes";
import { formatCount } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { formatRefusalCounts } from "@/lib/server/audit/refused-records";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes } from "@/lib/server/db/schema/promotion";
import { insertPromotionCodes, lockForAddingCodes, MAX_CODES_PER_PROMOTION } from "./lock-codes";
import { promotionRecordRef } from "./record";

type TypedCode = { row: number; text: string };

const BAD_CODE = `Use ${MIN_PROMOTION_CODE_LENGTH} to ${MAX_PROMOTION_CODE_LENGTH} letters and digits, with single dashes between them.`;
const FULL_MESSAGE = `A promotion has at most ${formatCount(MAX_CODES_PER_PROMOTION)} codes. This one is over that.`;
const OWN_CODE_MESSAGE = "This promotion has this code already.";
const OTHERS_CODE_MESSAGE = "Already used by another promotion.";

/**
 * Adds typed or imported codes to a promotion. Invalid codes do not block the others. The audit trail contains only counts and reasons,
 * because its readers must not see the codes.
 * @returns a result per code, in the order of the request
 * @throws 404; 409 with the current promotion if it accepts no codes
 */
export async function addPromotionCodes(
  { tx, audit }: WriteContext,
  { promotionId, codes: typedCodes }: { promotionId: string; codes: TypedCode[] },
): Promise<{ added: number; items: PromotionCodeResult[] }> {
  const { promotion, codes: countBefore, room } = await lockForAddingCodes(tx, promotionId);
  const problems = findCodeProblems(typedCodes);
  const validCodes = typedCodes
    .filter((_, index) => problems[index] === null)
    .map(({ text }) => normalisePromotionCode(text));
  const takenBy = await readTakenCodes(tx, validCodes);
  const newCodes = validCodes.filter((code) => !takenBy.has(code)).slice(0, Math.max(0, room));
  const addedCodes = new Set(await insertPromotionCodes(tx, promotionId, newCodes));
  const triedCodes = new Set(newCodes);
  const outcomeOf = (code: string) => {
    if (addedCodes.has(code)) return null;
    const owner = takenBy.get(code);
    if (owner) return owner === promotionId ? OWN_CODE_MESSAGE : OTHERS_CODE_MESSAGE;
    // A code that could not be inserted was added by a parallel request since the check above. The other codes exceed the limit per promotion.
    return triedCodes.has(code) ? OTHERS_CODE_MESSAGE : FULL_MESSAGE;
  };
  const items = typedCodes.map(({ row, text }, index) => ({
    row,
    text,
    problem: problems[index] ?? outcomeOf(normalisePromotionCode(text)),
  }));
  const record = promotionRecordRef(promotion);
  const refused = items.flatMap(({ problem }) => problem ?? []);
  if (refused.length) audit({ record, refusal: `Codes not added: ${formatRefusalCounts(refused)}` });
  if (addedCodes.size)
    audit({
      record,
      before: { codes: countBefore },
      after: { codes: countBefore + addedCodes.size, codes_added: addedCodes.size, codes_refused: refused.length },
    });
  return { added: addedCodes.size, items };
}

/** Returns for each code an error (wrong format, or repeated in the request) or null. */
function findCodeProblems(typedCodes: readonly TypedCode[]): (string | null)[] {
  const rows = new Map<string, number>();
  return typedCodes.map(({ row, text }) => {
    const code = normalisePromotionCode(text);
    if (!isPromotionCode(code)) return BAD_CODE;
    const firstRow = rows.get(code);
    if (firstRow !== undefined) return `Twice in the file: row ${firstRow}.`;
    rows.set(code, row);
    return null;
  });
}

/** Returns those codes that already exist, each with the id of its promotion. */
async function readTakenCodes(tx: Transaction, codes: readonly string[]): Promise<Map<string, string>> {
  if (!codes.length) return new Map();
  const takenRows = await tx
    .select({ code: promotionCodes.code, promotionId: promotionCodes.promotionId })
    .from(promotionCodes)
    .where(inArray(promotionCodes.code, [...codes]));
  return new Map(takenRows.map(({ code, promotionId }) => [code, promotionId]));
}
