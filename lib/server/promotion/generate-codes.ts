import "server-only";
import { randomInt } from "node:crypto";
import { isPromotionCode, normalisePromotionCode, PROMOTION_CODE_LETTERS } from "@/lib/contract/promotion.values";
import { formatCount } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { insertPromotionCodes, lockForAddingCodes, MAX_CODES_PER_PROMOTION } from "./lock-codes";
import { fieldRefusal } from "./promotion-fields";
import { promotionRecordRef } from "./record";

const CODE_LENGTH = 8;
/** Maximum number of attempts to find unused codes. Collisions are rare among 850 billion possible codes, so more attempts mean a bug. */
const MAX_ROUNDS = 20;

/**
 * Generates random codes of a prefix and 8 letters. The audit trail contains only their number.
 * @throws 404; 400 for an invalid prefix, or more codes than a promotion may have; 409 with the current promotion if it accepts no codes
 */
export async function generatePromotionCodes(
  { tx, audit }: WriteContext,
  { promotionId, count, prefix: typedPrefix }: { promotionId: string; count: number; prefix: string },
): Promise<{ added: number }> {
  const prefix = normalisePromotionCode(typedPrefix);
  if (!isPromotionCode(prefix + PROMOTION_CODE_LETTERS.slice(0, CODE_LENGTH)))
    throw fieldRefusal("prefix", "Use letters, digits and single dashes, such as CAL-.");
  const { promotion, codes: countBefore, room } = await lockForAddingCodes(tx, promotionId);
  if (count > room)
    throw fieldRefusal(
      "count",
      `A promotion has at most ${formatCount(MAX_CODES_PER_PROMOTION)} codes. This one has ${formatCount(countBefore)}: generate at most ${formatCount(Math.max(0, room))}.`,
    );
  let addedCount = 0;
  for (let round = 0; addedCount < count; round++) {
    if (round === MAX_ROUNDS) throw new Error(`Promotion ${promotionId} got only ${addedCount} of ${count} codes.`);
    const generated = new Set<string>();
    while (generated.size < count - addedCount) generated.add(prefix + randomCode());
    addedCount += (await insertPromotionCodes(tx, promotionId, [...generated])).length;
  }
  audit({
    record: promotionRecordRef(promotion),
    before: { codes: countBefore },
    after: { codes: countBefore + addedCount, codes_added: addedCount, prefix: prefix || null },
  });
  return { added: addedCount };
}

const randomCode = () =>
  Array.from({ length: CODE_LENGTH }, () => PROMOTION_CODE_LETTERS[randomInt(PROMOTION_CODE_LETTERS.length)]).join("");
