import "server-only";
import { randomInt } from "node:crypto";
import { CODE_LETTERS, codeOf, isCode } from "@/lib/contract/promotion.values";
import { formatCount } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { CODES_OF_ONE, holdForCodes, insertCodes } from "./hold-codes";
import { wrongField } from "./promotion-fields";
import { promotionRecord } from "./record";

const LETTERS = 8;
/** Of 850 billion codes hardly any exists: who needs more rounds than this has met a fault. */
const MOST_ROUNDS = 20;

/**
 * Generates codes that nobody can guess: a prefix and 8 random letters. The audit trail gets the number alone.
 * @throws 404; 400 for a prefix that no code can begin with, or more codes than a promotion has; 409 with the fresh promotion when
 * it takes no codes
 */
export async function generateCodes(
  { tx, audit }: WriteContext,
  { promotionId, count, prefix: typed }: { promotionId: string; count: number; prefix: string },
): Promise<{ added: number }> {
  const prefix = codeOf(typed);
  if (!isCode(prefix + CODE_LETTERS.slice(0, LETTERS)))
    throw wrongField("prefix", "Use letters, digits and single dashes, such as CAL-.");
  const { promotion, codes: before, room } = await holdForCodes(tx, promotionId);
  if (count > room)
    throw wrongField(
      "count",
      `A promotion has at most ${formatCount(CODES_OF_ONE)} codes. This one has ${formatCount(before)}: generate at most ${formatCount(Math.max(0, room))}.`,
    );
  let added = 0;
  for (let round = 0; added < count; round++) {
    if (round === MOST_ROUNDS) throw new Error(`Promotion ${promotionId} got only ${added} of ${count} codes.`);
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
