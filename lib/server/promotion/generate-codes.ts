import "server-only";
import { randomInt } from "node:crypto";
import { CODE_LETTERS, codeOf, isCode } from "@/lib/contract/promotion.values";
import { formatCount } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { CODES_OF_ONE, insertCodes, lockForNewCodes } from "./lock-codes";
import { wrongField } from "./promotion-fields";
import { promotionRecord } from "./record";

const LETTERS = 8;
/** Collisions are rare among 850 billion possible codes, so more rounds than this mean a bug. */
const MAX_ROUNDS = 20;

/**
 * Generates codes that can't be guessed: a prefix and 8 random letters. The audit trail contains only their number.
 * @throws 404; 400 for an invalid prefix, or more codes than a promotion may have; 409 with the current promotion when it takes
 * no codes
 */
export async function generateCodes(
  { tx, audit }: WriteContext,
  { promotionId, count, prefix: typed }: { promotionId: string; count: number; prefix: string },
): Promise<{ added: number }> {
  const prefix = codeOf(typed);
  if (!isCode(prefix + CODE_LETTERS.slice(0, LETTERS)))
    throw wrongField("prefix", "Use letters, digits and single dashes, such as CAL-.");
  const { promotion, codes: before, room } = await lockForNewCodes(tx, promotionId);
  if (count > room)
    throw wrongField(
      "count",
      `A promotion has at most ${formatCount(CODES_OF_ONE)} codes. This one has ${formatCount(before)}: generate at most ${formatCount(Math.max(0, room))}.`,
    );
  let added = 0;
  for (let round = 0; added < count; round++) {
    if (round === MAX_ROUNDS) throw new Error(`Promotion ${promotionId} got only ${added} of ${count} codes.`);
    const made = new Set<string>();
    while (made.size < count - added) made.add(prefix + letters());
    added += (await insertCodes(tx, promotionId, [...made])).length;
  }
  audit({
    record: promotionRecord(promotion),
    before: { codes: before },
    after: { codes: before + added, codes_added: added, prefix: prefix || null },
  });
  return { added };
}

const letters = () => Array.from({ length: LETTERS }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("");
